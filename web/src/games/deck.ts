// Dealing in games with a deck and hands: cards are dealt one at a time, starter first, and the rest is drawn from the top.

import type { Happened, View } from '../client/wire';
import type { Places, Seating } from '../fair/dealing';
import type { Face, Setup } from './props';
import type { DeckView } from './view';

const DRAW = '+';
const sorted = (cards: readonly string[]): string => [...cards].sort().join(' ');

/** The first hand by seat, and every card that can be drawn by the number of cards left below it. */
export function deckPlaces(deck: readonly string[], hand: number, { players, starter }: Seating): Places {
  const places: Record<string, string> = {};
  for (let seat = 0; seat < players; seat += 1) {
    const turn = (seat - starter + players) % players;
    places[`hand/${seat}`] = sorted(deck.slice(0, players * hand).filter((_, i) => i % players === turn));
  }
  deck.slice(players * hand).forEach((card, i) => (places[`left/${deck.length - players * hand - i - 1}`] = card));
  return places;
}

/** The first hand, until its seat makes a decision; and the card just drawn from the deck. */
export function deckSeen(view: View, last: Happened | null): Places {
  const { seat, hand, hand_sizes, deck } = view as DeckView;
  const places: Record<string, string> = {};
  if (seat !== null && hand && isUntouched(view, seat, hand_sizes.length)) places[`hand/${seat}`] = sorted(hand);
  if (last?.move === DRAW && last.card !== undefined) places[`left/${deck}`] = last.card;
  return places;
}

function isUntouched({ turn, starter, phase }: View, seat: number, players: number): boolean {
  const own = (seat - starter + players) % players;
  return phase !== null && (turn < own || (turn === own && phase === 'play'));
}

/** How many cards these places hold. */
export const cardsIn = (seen: Places): number =>
  Object.entries(seen).reduce((count, [place, cards]) => count + (/^(hand|left)\//.test(place) ? cards.split(' ').length : 0), 0);

/** The cards that were still in the deck, the next one first. */
export const deckNext = (view: View, { deck = [] }: Setup): Face[] => deck.slice(deck.length - (view as DeckView).deck).map((kind) => ({ kind }));
