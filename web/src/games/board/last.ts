// What other players did since your last move: the figures they moved and the cards they discarded stay marked.

import type { Happened } from '../../client/wire';
import { sinceOwn } from '../marks';
import { colorOf, type PathColor } from './view';

interface Moved {
  seat: number;
  path: PathColor;
  /** The card that was played for it; null if an arrow moved it. */
  card: string | null;
}

export interface Last {
  /** Each figure's last step. */
  moved: readonly Moved[];
  discarded: readonly { seat: number; card: string }[];
}

export function lastOf(happened: readonly Happened[], you: number | null): Last {
  const moved: Moved[] = [];
  const discarded: { seat: number; card: string }[] = [];
  for (const { seat, move = '' } of sinceOwn(happened, you)) {
    if (seat === null) continue;
    if (move.startsWith('-')) discarded.push({ seat, card: move.slice(1) });
    if (!/^>?[A-Z]/.test(move)) continue;
    const card = move.startsWith('>') ? null : (move.split(':')[0] ?? '');
    const path = colorOf(card ?? move.slice(1));
    if (!moved.some((other) => other.seat === seat && other.path === path)) moved.push({ seat, path, card });
  }
  return { moved, discarded };
}
