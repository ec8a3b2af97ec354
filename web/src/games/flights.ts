// Something on its way, a card or a mark: the names of the places it comes from and goes to, best first, and how it is shown.
// Elements carry their names in `data-place`; where a card will lie that is not shown yet, an empty element carries it in `data-landing`.

import type { Happened } from '../client/wire';

export interface Flight {
  from: readonly string[];
  to: readonly string[];
  /** The card's face, or what is marked; null is known to nobody here. */
  kind: string | null;
  /** Its face is seen all the way, after the first third, only at the end, or never. */
  face: 'open' | 'opens' | 'turns' | 'closed';
  /** Down behind its column, onto a pile, or into a hand; a mark is shown by the game itself. */
  way: 'lay' | 'discard' | 'draw' | 'mark';
}

/** A card as high as it is wide by this. */
export const HIGH = 1.4;

export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The share of the card that is seen, from its top. */
  shown: number;
}

function spotOf(element: Element): Spot | null {
  const { x, y, width, height } = (element.querySelector('.newest, .card') ?? element).getBoundingClientRect();
  return width > 0 ? { x, y, width, height, shown: Math.min(1, height / (HIGH * width)) } : null;
}

/** The first of some places that can be seen on the page. */
export function findSpot(names: readonly string[]): Spot | null {
  for (const name of names) {
    for (const attribute of ['data-landing', 'data-place']) {
      for (const element of document.querySelectorAll(`[${attribute}="${CSS.escape(name)}"]`)) {
        const spot = spotOf(element);
        if (spot) return spot;
      }
    }
  }
  return null;
}

const others = (seat: number): string[] => [`backs:${seat}`, `player:${seat}`];

/** How the card of a move travels in a game with a hand; null: it moves none. */
export function cardFlight({ move = '', seat, card }: Happened, you: number | null): Flight | null {
  if (seat === null || move === '' || move.startsWith('>')) return null;
  const own = seat === you;
  if (move.startsWith('+')) {
    const open = move.length > 1;
    const to = own && card ? [`hand:${card}`] : others(seat);
    return { from: [open ? `pile:${move[1]}` : 'deck'], to, kind: card ?? null, face: open ? 'open' : own && card ? 'turns' : 'closed', way: 'draw' };
  }
  const [kind = ''] = move.replace('-', '').split(':');
  const from = own ? [`hand:${kind}`, `player:${seat}`] : others(seat);
  const face = own ? 'open' : 'opens';
  if (move.startsWith('-')) return { from, to: [`pile:${kind[0]}`], kind, face, way: 'discard' };
  return { from, to: [`column:${seat}:${kind[0]}`, `player:${seat}`], kind, face, way: 'lay' };
}

/** How it goes back where that move is undone. */
export function cardReturn(happened: Happened, you: number | null): Flight | null {
  const flight = cardFlight(happened, you);
  return flight && { ...flight, from: flight.to, to: flight.from, face: flight.kind === null ? 'closed' : 'open', way: 'draw' };
}
