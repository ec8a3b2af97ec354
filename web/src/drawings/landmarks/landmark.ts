// A landmark is the picture in the middle of a card, x 36 to 82 and y 12 to 88 of 100 x 140.
// Above y 35 it stays clear of x < 34 (numeral) and x > 77 (symbol and letter); its tip shows in a column's strip.

import type { Palette } from '../palettes';

export type Landmark = (palette: Palette) => string;
export type Landmarks = Readonly<Record<number, Landmark>>;
