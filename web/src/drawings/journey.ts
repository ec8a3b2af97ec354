// The signs of a journal's landscape: sun and cloud for luck, flags for choices, the lost city, and the camp of those who did not reach it.

import { tent } from './people';
import { at, disc, group, line, round, shape } from './svg';

export const sun = (x: number, y: number, radius: number): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="var(--sun)" stroke="var(--sun-line)" stroke-width="1.4"/>`;

/** As wide as a sun of this radius looks. */
export const cloud = (x: number, y: number, radius: number): string =>
  at(shape('M-10 5.5A4.6 4.6 0 0 1-9.6-3.7 6.8 6.8 0 0 1 3.3-5.3 5.3 5.3 0 0 1 10.2 5.5Z', 'var(--cloud)'), x, y, round((radius / 6.4) * 100) / 100);

export interface FlagSize {
  pole: number;
  width: number;
  height: number;
}

const cloth = ({ width, height }: FlagSize, color: string): string => {
  const [half, cut] = [height / 2, height * 0.3];
  return shape(`M1 0h${width}l${-cut} ${half} ${cut} ${half}h${-width}Z`, color);
};

const TICK = 'M5.5 0l3.2 3.2 5.3-6';

/** A flag whose pole stands at x, y. A find has a tick; a number is text, which the page writes. */
export function flag(x: number, y: number, size: FlagSize, color: string, tick = false): string {
  const mark = tick ? group(line(TICK, 'var(--raise)', 2.2), `translate(0 ${size.height / 2}) scale(${size.height / 16})`) : '';
  return at(line(`M0-2V${size.pole + 2}`, 'var(--pole)', 2) + cloth(size, color) + mark, x, y - size.pole);
}

/** A small flag without a number. */
export const pennant = (x: number, y: number): string => at(line('M0 0V16', 'var(--pole)', 1.5) + shape('M.7 0l8 3.5-8 3.5Z', 'var(--alert)'), x, y - 15);

const WALLS = 'M-32 1V-14h5v-6h7v-7h5v-9h5v-7h4l3-9 3 9h4v9h5v6h6v8h6v6h7v5h6V1Z';
const WINDOWS = 'M-3 1v-9a3 3 0 0 1 6 0v9ZM-17-12h3v5h-3ZM14-12h3v5h-3ZM-5-27h3v5h-3ZM3-27h3v5h-3ZM-25-8h3v4h-3ZM23-8h3v4h-3Z';

/** The lost city; whoever reaches it sees it before its disc. */
export const city = (x: number, y: number, scale: number, reached: boolean): string =>
  at(reached ? disc(0, -25, 25, 'var(--sun)') + shape(WALLS, 'var(--city)') + shape(WINDOWS, 'var(--sun)') : shape(WALLS, 'var(--cloud)'), x, y, scale);

export const camp = (x: number, y: number, scale: number): string => tent(x, y, scale, 'var(--city)', 'var(--crest)', 'var(--sun)');
