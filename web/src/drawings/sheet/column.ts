// The background of an expedition's column on the sheet, 92 x 640, with nine ridges behind its boxes; and the lost city above it, 92 x 90.

import { BOXES, BRIDGE } from '../../box/roll';
import { CARDS, ROLL, type RollColor, ROLL_COLORS } from '../palettes';
import { LANDMARKS } from '../landmarks';
import { canyon } from '../landmarks/canyon';
import { paint } from '../paints';
import { ridge } from '../ridge';
import { each, group, shape } from '../svg';

export const COLUMN = { width: 92, height: 640 } as const;

const ROWS = Array.from({ length: BOXES }, (_, index) => index + 1);
const rowTop = (row: number): number => 574 - row * 53 - (row >= BRIDGE ? 26 : 0);

/** The lost city at the head of the column. */
export function sheetCity(color: RollColor): string {
  const palette = ROLL[color];
  const landmark = color === 'O' ? canyon(palette) : (LANDMARKS[color][10]?.({ ...CARDS[color], base: palette.base }) ?? '');
  return group(landmark, 'translate(-11 -2)');
}

/** The ridges, one behind each box. */
export function sheetColumn(color: RollColor): string {
  const palette = ROLL[color];
  const seed = ROLL_COLORS.indexOf(color);
  return each([...ROWS].reverse(), (row) => {
    const hill = ridge(palette.region, row * 3 + seed, { y: 0, swing: 6, width: COLUMN.width, height: 60, slope: row % 2 ? 10 : -10 });
    return group(shape(hill, paint(palette, `row${row - 1}`)), `translate(0 ${rowTop(row)})`);
  });
}

