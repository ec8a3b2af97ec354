// Puts a move of the card game into words. `card` is the card drawn, if known.

import type { Told } from '../props';

export function tell(move: string, card?: string): Told {
  if (move === '+') return card ? { did: 'page.did.drew_card', kind: card } : { did: 'page.did.drew' };
  if (move.startsWith('+')) return { did: 'page.did.took', kind: card ?? move.slice(1) };
  if (move.startsWith('-')) return { did: 'page.did.discarded', kind: move.slice(1) };
  return { did: 'page.did.laid', kind: move };
}
