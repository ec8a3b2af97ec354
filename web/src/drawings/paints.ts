// Gradients and grain that all cards share: added to the document once, named after the palette.

import { mix } from './color';
import { specks } from './grain';
import { CARDS, type Palette, ROLL } from './palettes';

/** Number of shades for a crest, from the foot of a column (0) to its far end. */
export const CREST_SHADES = 7;

type Paint = 'far' | 'mid' | 'near' | 'rise' | `crest${number}` | `row${number}`;

const name = (palette: Palette, paint: Paint): string => `paint-${palette.name}-${paint}`;

export const paint = (palette: Palette, which: Paint): string => `url(#${name(palette, which)})`;

type Stop = readonly [offset: number, color: string];

const stops = (list: readonly Stop[]): string => list.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('');

const mist = (id: string, top: number, bottom: number, list: readonly Stop[]): string =>
  `<linearGradient id="${id}" x1="0" x2="0" y1="${top}" y2="${bottom}" gradientUnits="userSpaceOnUse">${stops(list)}</linearGradient>`;

function crest(palette: Palette, shade: number): string {
  const color = mix(palette.near, palette.far, shade / (CREST_SHADES - 1));
  return mist(name(palette, `crest${shade}`), -5, 14, [[0, color], [0.42, mix(color, palette.base, 0.34)], [1, palette.base]]);
}

function row(palette: Palette, shade: number): string {
  const color = mix(palette.near, palette.far, shade / 8);
  return `<linearGradient id="${name(palette, `row${shade}`)}" x1="0" x2="0" y1="0" y2="1">${stops([[0, color], [0.85, palette.base]])}</linearGradient>`;
}

const shades = (count: number): number[] => Array.from({ length: count }, (_, shade) => shade);

function cardPaints(palette: Palette): string {
  const fade = (which: Paint, color: string, top: number, bottom: number): string =>
    mist(name(palette, which), top, bottom, [[0, color], [1, palette.base]]);
  const layers = fade('far', palette.far, 36, 54) + fade('mid', palette.mid, 52, 80) + fade('near', palette.near, 82, 124);
  return layers + fade('rise', mix(palette.far, palette.base, 0.35), 28, 40) + shades(CREST_SHADES).map((shade) => crest(palette, shade)).join('');
}

const rollPaints = (palette: Palette): string => shades(9).map((shade) => row(palette, shade)).join('');

const definitions = (): string =>
  Object.values(CARDS).map(cardPaints).join('') + Object.values(ROLL).map(rollPaints).join('') + `<path id="grain" d="${specks(420, 100, 140)}"/>`;

/** Adds the shared paints to the document, the first time it is called. */
export function ensurePaints(): void {
  if (document.getElementById('paints')) return;
  const holder = document.createElement('div');
  holder.innerHTML = `<svg id="paints" width="0" height="0" aria-hidden="true" style="position:absolute"><defs>${definitions()}</defs></svg>`;
  document.body.append(...holder.children);
}
