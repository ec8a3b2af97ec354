// What the last player did in the last turn: where figures went, and the card that was discarded.

import type { Happened } from '../../client/wire';
import { type BoardView, colorOf, figure, type PathColor } from './view';

export interface LastTurn {
  seat: number;
  /** The path of the figure that moved last; null if none did. */
  path: PathColor | null;
  step: number;
  discarded: string | null;
}

export function lastTurn(view: BoardView, happened: readonly Happened[]): LastTurn | null {
  const moves = happened.filter((one) => one.move !== undefined && one.seat !== null);
  const seat = moves[0]?.seat ?? null;
  if (seat === null) return null;
  const turn: string[] = [];
  for (const one of moves) {
    const move = one.move ?? '';
    if (one.seat !== seat || (turn.length > 0 && move.startsWith('+'))) break;
    turn.push(move);
  }
  const moved = turn.find((move) => /^>?[A-Z]/.test(move));
  const path = moved === undefined ? null : colorOf(moved.replace('>', ''));
  const step = path === null ? 0 : (figure(view, seat, path)?.step ?? 0);
  return { seat, path: step > 0 ? path : null, step, discarded: turn.find((move) => move.startsWith('-'))?.slice(1) ?? null };
}
