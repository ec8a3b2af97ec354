// A card or a mark in flight: the names of the places it comes from and goes to, best first, and how it is shown.
// Elements have their names in `data-place`; where a card will lie that is not shown yet, an empty element has the name in `data-landing`.

import type { Happened } from '../client/wire';

export interface Flight {
  from: readonly string[];
  to: readonly string[];
  /** The card's face, or what is marked; null if this player does not know it. */
  kind: string | null;
  /** The face is visible all the way, after the first third, only at the end, or never. */
  face: 'open' | 'opens' | 'turns' | 'closed';
  /** Down behind its column, onto a pile, or into a hand; a mark is drawn by the game itself. */
  way: 'lay' | 'discard' | 'draw' | 'mark';
}

/** A card's height as a multiple of its width. */
export const HIGH = 1.4;

export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The visible share of the card, from its top. */
  shown: number;
}

function spotOf(element: Element): Spot | null {
  const { x, y, width, height } = (element.querySelector('.newest, .card') ?? element).getBoundingClientRect();
  return width > 0 ? { x, y, width, height, shown: Math.min(1, height / (HIGH * width)) } : null;
}

/** Returns the first of several places that is visible on the page. */
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

/** How the card of a move travels in a game with a hand; null if it moves none. */
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

/** How the card goes back when that move is undone. */
export function cardReturn(happened: Happened, you: number | null): Flight | null {
  const flight = cardFlight(happened, you);
  return flight && { ...flight, from: flight.to, to: flight.from, face: flight.kind === null ? 'closed' : 'open', way: 'draw' };
}
