// The sheet as printed, and where a move is entered on it. This is only for display: the server decides what is legal.

import { ARROW, ARTIFACT, BOXES, BRIDGE, DIGITS, PLACES, SPECIAL_BOXES } from '../../box/roll';
import { type RollColor, ROLL_COLORS } from '../../drawings/palettes';
import { type Bridge, boxesOf, filled, type RollView, type Sheet } from './view';

const DOWNWARDS = Array.from({ length: BOXES }, (_, i) => BOXES - i);
/** The places from the top of the sheet down to the bridge, and from there to the foot. */
export const FAR = DOWNWARDS.filter((place) => place >= BRIDGE);
export const NEAR = DOWNWARDS.filter((place) => place < BRIDGE);

export type Print = 'arrow' | 'vase';

/** Returns what is printed in a box. */
export function print(color: RollColor, box: number): Print | null {
  const printed = SPECIAL_BOXES[ROLL_COLORS.indexOf(color) * BOXES + box - 1];
  if (printed === ARROW) return 'arrow';
  return printed === ARTIFACT ? 'vase' : null;
}

/** A place on a sheet: a numbered one, the doubling circle below an expedition, or the small artefact on top of it. */
export type Spot = number | 'circle' | 'top';

export interface Place {
  column: Bridge;
  spot: Spot;
}

export const colorIn = (move: string): RollColor | null => ROLL_COLORS.find((color) => color === move.replace('>', '')[0]) ?? null;

/** Where a move would be entered; null if it enters nothing. */
export function placeOf(sheet: Sheet, move: string): Place | null {
  if (move === '.') return sheet.dice < PLACES ? { column: 'D', spot: sheet.dice + 1 } : null;
  const color = colorIn(move);
  if (!color) return null;
  const count = boxesOf(sheet, color).length;
  if (count === 0 && move === `${color}0`) return { column: color, spot: 'circle' };
  return { column: color, spot: count === BOXES ? 'top' : count + 1 };
}

/** What has been entered in a column, newest first. */
function entered(sheet: Sheet, column: Bridge): Spot[] {
  const numbered = DOWNWARDS.slice(BOXES - filled(sheet, column));
  const color = colorIn(column);
  return [...(color && sheet.tops.includes(color) ? ['top' as const] : []), ...numbered, ...(color && sheet.circles.includes(color) ? ['circle' as const] : [])];
}

/** Where the last moves on this sheet were entered, newest first. */
export function placesMade(sheet: Sheet, moves: readonly string[]): Place[] {
  const left = new Map<Bridge, Spot[]>();
  return moves.flatMap((move) => {
    const column = move === '.' ? 'D' : colorIn(move);
    if (!column) return [];
    const spots = left.get(column) ?? entered(sheet, column);
    left.set(column, spots.slice(1));
    return spots[0] === undefined ? [] : [{ column, spot: spots[0] }];
  });
}

/** The number a move writes into a box. */
export function written(sheet: Sheet, move: string): number {
  const color = colorIn(move);
  if (!move.startsWith('>')) return Number(move.slice(1)) || DIGITS;
  return (color && boxesOf(sheet, color).at(-1)) ?? 1;
}

/** What a move triggers, so that it can be previewed. */
export interface Effects {
  arrow: boolean;
  artifact: boolean;
  /** The bridges it crosses. */
  over: Bridge[];
}

export function effects(sheet: Sheet, move: string): Effects {
  const place = placeOf(sheet, move);
  const printed = place && typeof place.spot === 'number' && place.column !== 'D' && place.column !== 'A' ? print(place.column, place.spot) : null;
  const artifact = (printed === 'vase' || place?.spot === 'top') && sheet.artifacts < PLACES;
  const over: Bridge[] = place?.spot === BRIDGE ? [place.column] : [];
  if (artifact && sheet.artifacts + 1 === BRIDGE) over.push('A');
  return { arrow: printed === 'arrow', artifact, over };
}

/** The moves that a player may wonder about: every pair of dice, or every expedition, and to pass. */
export function asked(view: RollView): string[] {
  if (view.phase === 'advance') return [...ROLL_COLORS.map((color) => `>${color}`), '>.'];
  const [colors, numbers] = view.dice.map((faces) => [...new Set(faces)]);
  return [...(colors ?? []).flatMap((color) => (numbers ?? []).map((number) => color + number)), '.'];
}
