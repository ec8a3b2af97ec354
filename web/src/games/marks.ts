// What other players did last: it stays marked until you make a move.

import type { Happened } from '../client/wire';

/** The decisions since this seat's own last one, newest first; for spectators, those of the last turn. */
export function sinceOwn(happened: readonly Happened[], you: number | null): readonly Happened[] {
  const moves = happened.filter(({ move }) => move !== undefined);
  const end = moves.findIndex(({ seat, turn }) => (you === null ? turn !== moves[0]?.turn : seat === you));
  return end < 0 ? moves : moves.slice(0, end);
}

/** The last decision of another seat that shows a card or a mark, unless this seat has decided since. Draws are not marked. */
export const lastOfOthers = (happened: readonly Happened[], you: number | null): Happened | null =>
  sinceOwn(happened, you).find(({ move = '' }) => !move.startsWith('+')) ?? null;

export interface Turn {
  /** The version of its first decision. */
  version: number;
  seat: number;
  /** In the order they were made. */
  moves: Happened[];
}

/** The last turns, newest first: all decisions of a seat in one turn belong together. */
export function turnsOf(happened: readonly Happened[]): Turn[] {
  const turns: Turn[] = [];
  for (const one of happened) {
    if (one.move === undefined || one.seat === null) continue;
    const last = turns.at(-1);
    if (last && last.seat === one.seat && last.moves[0]?.turn === one.turn) last.moves.unshift(one);
    else turns.push({ version: one.version, seat: one.seat, moves: [one] });
  }
  return turns.map((turn) => ({ ...turn, version: turn.moves[0]?.version ?? turn.version }));
}
