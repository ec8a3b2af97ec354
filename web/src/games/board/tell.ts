// Puts a move of the board game into words: when it was made, with the card drawn if known; and as something to do.

import type { Told } from '../props';

export function tell(move: string, drawn?: string): Told {
  const [card = '', kind] = move.split(':');
  if (move === '+') return drawn ? { did: 'page.did.drew_card', kind: drawn } : { did: 'page.did.drew' };
  if (move === '>.') return { did: 'page.board.did.stayed' };
  if (move.startsWith('+')) return { did: 'page.did.took', kind: drawn ?? move.slice(1) };
  if (move.startsWith('-')) return { did: 'page.did.discarded', kind: move.slice(1) };
  if (move.startsWith('>')) return { did: 'page.board.did.moved', kind: move.slice(1) };
  if (kind) return { did: `page.board.did.opened_${kind}`, kind: card };
  return { did: 'page.board.did.went_on', kind: card };
}

export function use(move: string): Told {
  const [card = '', kind] = move.split(':');
  if (move === '+') return { did: 'page.use.draw' };
  if (move === '>.') return { did: 'page.use.stay' };
  if (move.startsWith('+')) return { did: 'page.use.take', kind: move.slice(1) };
  if (move.startsWith('-')) return { did: 'page.use.discard', kind: move.slice(1) };
  if (move.startsWith('>')) return { did: 'page.use.move', kind: move.slice(1) };
  return { did: kind ? `page.use.open_${kind}` : 'page.use.play', kind: card };
}
