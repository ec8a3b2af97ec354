// A card on its way: the names of the places it comes from and goes to, best first, and what it shows. Elements carry their names in `data-place`.

import type { Happened } from '../client/wire';

export interface Flight {
  from: readonly string[];
  to: readonly string[];
  /** The card's face; null shows its back. */
  kind: string | null;
}

/** The first of some places that can be seen on the page. */
export function placeOf(names: readonly string[]): DOMRect | null {
  for (const name of names) {
    for (const element of document.querySelectorAll(`[data-place="${CSS.escape(name)}"]`)) {
      const box = element.getBoundingClientRect();
      if (box.width > 0) return box;
    }
  }
  return null;
}

/** Where the card of a move travels in a game with a hand. `tops` are the cards that lay on the piles before the move. */
export function cardFlight({ move = '', seat, card }: Happened, you: number | null, tops: Readonly<Record<string, string | undefined>>): Flight | null {
  if (seat === null || move.startsWith('>')) return null;
  const player = `player:${seat}`;
  const hand = (kind: string | undefined): string[] => (seat === you && kind ? [`hand:${kind}`, player] : [player]);
  if (move === '+') return { from: ['deck'], to: hand(card), kind: card ?? null };
  if (move.startsWith('+')) return { from: [`pile:${move[1]}`], to: hand(tops[move.slice(1)]), kind: tops[move.slice(1)] ?? null };
  const [kind = ''] = move.replace('-', '').split(':');
  const to = move.startsWith('-') ? [`pile:${kind[0]}`] : [`column:${seat}:${kind[0]}`, `path:${kind[0]}`];
  return { from: hand(kind), to, kind };
}
