// Puts a move of the card game into words. `card` is the card drawn, if known.

import type { Told } from '../props';

export function tell(move: string, card?: string): Told {
  if (move === '+') return card ? { did: 'page.did.drew_card', advice: 'page.card.draw_deck_short', kind: card } : { did: 'page.did.drew', advice: 'page.card.draw_deck_short' };
  if (move.startsWith('+')) return { did: 'page.did.took', advice: 'page.advice.take', kind: card ?? move.slice(1) };
  if (move.startsWith('-')) return { did: 'page.did.discarded', advice: 'page.card.discard', kind: move.slice(1) };
  return { did: 'page.did.laid', advice: 'page.card.lay', kind: move };
}
