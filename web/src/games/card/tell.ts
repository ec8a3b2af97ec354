// Puts a move of the card game into words: when it was made, with the card drawn if known; and as something to do.

import type { Told } from '../props';

export function tell(move: string, card?: string): Told {
  if (move === '+') return card ? { did: 'page.did.drew_card', kind: card } : { did: 'page.did.drew' };
  if (move.startsWith('+')) return { did: 'page.did.took', kind: card ?? move.slice(1) };
  if (move.startsWith('-')) return { did: 'page.did.discarded', kind: move.slice(1) };
  return { did: 'page.did.laid', kind: move };
}

export function use(move: string): Told {
  if (move === '+') return { did: 'page.use.draw' };
  if (move.startsWith('+')) return { did: 'page.use.take', kind: move.slice(1) };
  if (move.startsWith('-')) return { did: 'page.use.discard', kind: move.slice(1) };
  return { did: 'page.use.play', kind: move };
}
