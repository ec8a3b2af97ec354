// The few SVG elements that every drawing is made of, as strings.

export const round = (value: number): number => Math.round(value * 10) / 10;

export const shape = (data: string, fill: string, more = ''): string => `<path d="${data}" fill="${fill}"${more && ' ' + more}/>`;

export const line = (data: string, color: string, width = 1, more = ''): string =>
  `<path d="${data}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more && ' ' + more}/>`;

export const disc = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${fill}"/>`;

/** The disc behind a lost city, which rises once when the card is played. */
export const risingDisc = (x: number, y: number, radius: number, fill: string): string =>
  `<circle class="rising" cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

export const oval = (x: number, y: number, wide: number, high: number, fill: string): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${wide}" ry="${high}" fill="${fill}"/>`;

export const block = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`;

export const group = (content: string, transform: string): string => `<g transform="${transform}">${content}</g>`;

export const at = (content: string, x: number, y: number, scale = 1): string =>
  group(content, `translate(${round(x)} ${round(y)}) scale(${scale})`);

/** Joins the content for each value. */
export const each = <T>(values: readonly T[], draw: (value: T, index: number) => string): string => values.map(draw).join('');
