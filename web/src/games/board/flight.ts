// Where a card travels when a move is made: the places are the elements that carry their names in `data-place`.

import type { Happened } from '../../client/wire';
import type { Flight } from '../flights';
import { colorOf } from './view';

/** `tops` are the cards that lay on the piles before the move. */
export function flight({ move = '', seat, card }: Happened, you: number | null, tops: Readonly<Record<string, string | undefined>>): Flight | null {
  if (seat === null || move.startsWith('>')) return null;
  const player = `player:${seat}`;
  const hand = (kind: string | undefined): string[] => (seat === you && kind ? [`hand:${kind}`, player] : [player]);
  if (move === '+') return { from: ['deck'], to: hand(card), kind: card ?? null };
  if (move.startsWith('+')) return { from: [`pile:${move[1]}`], to: hand(tops[move.slice(1)]), kind: tops[move.slice(1)] ?? null };
  const [kind = ''] = move.replace('-', '').split(':');
  const to = move.startsWith('-') ? [`pile:${colorOf(kind)}`] : [`column:${seat}:${colorOf(kind)}`, `path:${colorOf(kind)}`];
  return { from: hand(kind), to, kind };
}
