// A seat's view of the roll & write game, and helpers to read it.

import { BRIDGE_NAMES } from '../../box/roll';
import type { Happened, View } from '../../client/wire';
import type { RollColor } from '../../drawings/palettes';

/** The columns that have a bridge: the expeditions, artefacts, dice symbols. */
export type Bridge = (typeof BRIDGE_NAMES)[number];
export const BRIDGES: readonly Bridge[] = BRIDGE_NAMES;

export interface Sheet {
  circles: RollColor[];
  /** The numbers of each started expedition, from the lowest box up; 10 for a 0. */
  boxes: Partial<Record<RollColor, number[]>>;
  tops: RollColor[];
  artifacts: number;
  dice: number;
  bonus: number;
}

export interface RollView extends View {
  roller: number;
  /** The dice that the deciding seat may take: colours, then numbers. */
  dice: [colors: string, numbers: string];
  sheets: Sheet[];
  /** The seats that got the points; a missing bridge has not been crossed. */
  bridges: Partial<Record<Bridge, number[]>>;
  /** Bridges first crossed in this turn: their points are still available. */
  fresh: Bridge[];
}

const BLANK: Sheet = { circles: [], boxes: {}, tops: [], artifacts: 0, dice: 0, bonus: 0 };

export const sheetOf = (view: RollView, seat: number): Sheet => view.sheets[seat] ?? BLANK;
export const boxesOf = (sheet: Sheet, color: RollColor): readonly number[] => sheet.boxes[color] ?? [];
/** The seats of the other players, clockwise from `own`. */
export const others = (view: RollView, own: number): number[] => view.sheets.slice(1).map((_, i) => (own + i + 1) % view.sheets.length);
export const isOver = (view: RollView): boolean => view.scores.length > 0;
export const points = (view: RollView, seat: number): number => (isOver(view) ? view.totals : view.live)[seat] ?? 0;

/** Whether a move marks the circle of an expedition that has no number. */
export const isCircle = (sheet: Sheet, move: string): boolean => /^[A-Z]0$/.test(move) && !(move[0]! in sheet.boxes);

/** How many places of a column are filled. */
export function filled(sheet: Sheet, column: Bridge): number {
  if (column === 'A') return sheet.artifacts;
  return column === 'D' ? sheet.dice : boxesOf(sheet, column).length;
}

/** Whether nobody has chosen from this roll yet. */
export const isFreshRoll = (view: RollView): boolean => view.to_move === view.roller && view.phase === 'dice';

const isDice = (move: string): boolean => !move.startsWith('>');

/** A seat's moves in its latest known turn, newest first. */
export function lastTurn(happened: readonly Happened[], seat: number): string[] {
  const made = happened.filter((one) => one.seat === seat && one.move !== undefined);
  return made.filter(({ turn }) => turn === made[0]?.turn).map(({ move = '' }) => move);
}

/** What the roller took this turn: a colour and a number, `.` for a pass, null while undecided. */
export function taken(view: RollView, happened: readonly Happened[]): string | null {
  if (view.to_move === null || isFreshRoll(view)) return null;
  return happened.find((one) => one.seat === view.roller && one.move !== undefined && isDice(one.move))?.move ?? null;
}
