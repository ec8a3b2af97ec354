// Dice as drawings, 60 x 60 around their middle: a rounded body with a shaded lower edge, and the sign on its top face.

import type { Palette } from './palettes';
import { block, shape } from './svg';
import { symbolAt } from './symbols';

export const IVORY = '#FBF3DF';
export const INK = '#2A211B';

/** The body of a die with its shadow. */
export const dieBody = (color: string): string =>
  block(-30, -24, 60, 60, 'rgb(0 0 0 / 35%)', 13) +
  block(-30, -30, 60, 60, color, 13) +
  shape('M-30 15v2a13 13 0 0 0 13 13h34a13 13 0 0 0 13-13v-2a13 13 0 0 1-13 9h-34a13 13 0 0 1-13-9Z', 'rgb(0 0 0 / 16%)') +
  shape('M-30-14v-3a13 13 0 0 1 13-13h34a13 13 0 0 1 13 13v3a13 13 0 0 0-13-12h-34a13 13 0 0 0-13 12Z', 'rgb(255 255 255 / 24%)');

/** A colour die with its symbol. */
export const colorDie = (palette: Palette): string => dieBody(palette.base) + symbolAt(palette.symbol, -20, -22, 40, palette.numeral, palette.base);
