// What the others did last: it stays marked until this person acts.

import type { Happened } from '../client/wire';

/** The decisions of others since this seat last decided, the newest first. */
export function sinceYou(happened: readonly Happened[], you: number | null): Happened[] {
  const moves = happened.filter(({ move }) => move !== undefined);
  const own = moves.findIndex(({ seat }) => seat === you);
  return own < 0 ? moves : moves.slice(0, own);
}

/** The last of them that shows a card or a mark. Drawing marks nothing. */
export const lastOfOthers = (happened: readonly Happened[], you: number | null): Happened | null =>
  sinceYou(happened, you).find(({ move = '' }) => !move.startsWith('+')) ?? null;

export interface Turn {
  /** That of its first decision. */
  version: number;
  seat: number;
  /** In the order they were made. */
  moves: Happened[];
}

/** The last turns, the newest first: all decisions of a seat in one turn belong together. */
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
