// Puts a move of the board game into words. `drawn` is the card drawn, if known.

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
