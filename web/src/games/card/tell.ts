// A move of the card game in words.

import type { Told } from '../props';

export function tell(move: string): Told {
  if (move === '+') return { did: 'page.did.drew', advice: 'page.card.draw_deck_short' };
  if (move.startsWith('+')) return { did: 'page.did.took', advice: 'page.advice.take', kind: move.slice(1) };
  if (move.startsWith('-')) return { did: 'page.did.discarded', advice: 'page.card.discard', kind: move.slice(1) };
  return { did: 'page.did.laid', advice: 'page.card.lay', kind: move };
}
