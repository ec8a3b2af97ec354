// Puts a move of the board game into words. `drawn` is the card drawn, if known.

import type { Told } from '../props';

export function tell(move: string, drawn?: string): Told {
  const [card = '', kind] = move.split(':');
  if (move === '+') return drawn ? { did: 'page.did.drew_card', advice: 'page.card.draw_deck_short', kind: drawn } : { did: 'page.did.drew', advice: 'page.card.draw_deck_short' };
  if (move === '>.') return { did: 'page.board.did.stayed', advice: 'page.board.advice.stay' };
  if (move.startsWith('+')) return { did: 'page.did.took', advice: 'page.advice.take', kind: drawn ?? move.slice(1) };
  if (move.startsWith('-')) return { did: 'page.did.discarded', advice: 'page.card.discard', kind: move.slice(1) };
  if (move.startsWith('>')) return { did: 'page.board.did.moved', advice: 'page.board.advance', kind: move.slice(1) };
  if (kind) return { did: `page.board.did.opened_${kind}`, advice: `page.board.advice.open_${kind}`, kind: card };
  return { did: 'page.board.did.went_on', advice: 'page.card.lay', kind: card };
}
