// The sheet as it is printed, and where on it a move is entered. The page only shows it: what is legal comes from the server.

import { type RollColor, ROLL_COLORS } from '../../drawings/palettes';
import { type Bridge, boxesOf, type RollView, type Sheet } from './view';

export const BOXES = 9;
/** A bridge lies below this place of every column. */
export const BEYOND = 7;
/** Places from the top of the sheet down to the bridge, and from there to the foot. */
export const FAR = [9, 8, 7] as const;
export const NEAR = [6, 5, 4, 3, 2, 1] as const;

export type Print = 'arrow' | 'vase';

interface Printed {
  arrow: readonly number[];
  vase: readonly number[];
}

const LAYOUTS: Record<string, Record<RollColor, Printed>> = {
  '1': {
    R: { arrow: [2, 8], vase: [3, 6] },
    O: { arrow: [6, 7], vase: [2, 4] },
    Y: { arrow: [3, 5], vase: [2, 7] },
    G: { arrow: [5, 7], vase: [4, 9] },
    B: { arrow: [3, 9], vase: [5, 8] },
    P: { arrow: [4, 6], vase: [8, 9] },
  },
};

/** What is printed in a box. */
export function print(layout: string, color: RollColor, box: number): Print | null {
  const printed = LAYOUTS[layout]?.[color];
  if (printed?.arrow.includes(box)) return 'arrow';
  return printed?.vase.includes(box) ? 'vase' : null;
}

/** A place of a sheet: a numbered one, the doubling circle below an expedition, or the small artifact on top of it. */
export type Spot = number | 'circle' | 'top';

export interface Place {
  column: Bridge;
  spot: Spot;
}

export const colorIn = (move: string): RollColor | null => ROLL_COLORS.find((color) => color === move.replace('>', '')[0]) ?? null;

/** Where a move would be entered; null where it enters nothing. */
export function placeOf(sheet: Sheet, move: string): Place | null {
  if (move === '.') return sheet.dice < BOXES ? { column: 'D', spot: sheet.dice + 1 } : null;
  const color = colorIn(move);
  if (!color) return null;
  const count = boxesOf(sheet, color).length;
  if (count === 0 && move === `${color}0`) return { column: color, spot: 'circle' };
  return { column: color, spot: count === BOXES ? 'top' : count + 1 };
}

/** Where a move that has been made was entered. */
export function placeMade(sheet: Sheet, move: string): Place | null {
  if (move === '.') return { column: 'D', spot: sheet.dice };
  const color = colorIn(move);
  if (!color) return null;
  if (sheet.tops.includes(color)) return { column: color, spot: 'top' };
  return { column: color, spot: boxesOf(sheet, color).length || 'circle' };
}

/** The number a move writes into a box. */
export function written(sheet: Sheet, move: string): number {
  const color = colorIn(move);
  if (!move.startsWith('>')) return Number(move.slice(1)) || 10;
  return (color && boxesOf(sheet, color).at(-1)) ?? 1;
}

export const same = (one: Place | null, other: Place | null): boolean => one !== null && one.column === other?.column && one.spot === other.spot;

/** What a move sets off, so that it can be shown before it is made. */
export interface Effects {
  arrow: boolean;
  artifact: boolean;
  /** Bridges that are crossed. */
  over: Bridge[];
}

export function effects(sheet: Sheet, move: string, layout: string): Effects {
  const place = placeOf(sheet, move);
  const printed = place && typeof place.spot === 'number' && place.column !== 'D' && place.column !== 'A' ? print(layout, place.column, place.spot) : null;
  const artifact = (printed === 'vase' || place?.spot === 'top') && sheet.artifacts < BOXES;
  const over: Bridge[] = place?.spot === BEYOND ? [place.column] : [];
  if (artifact && sheet.artifacts + 1 === BEYOND) over.push('A');
  return { arrow: printed === 'arrow', artifact, over };
}

/** The moves that a person at this table may wonder about: every pair of dice, or every expedition, and none. */
export function asked(view: RollView): string[] {
  if (view.phase === 'advance') return [...ROLL_COLORS.map((color) => `>${color}`), '>.'];
  const [colors, numbers] = view.dice.map((faces) => [...new Set(faces)]);
  return [...(colors ?? []).flatMap((color) => (numbers ?? []).map((number) => color + number)), '.'];
}
