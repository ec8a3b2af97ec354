// A move of the board game in words.

import type { Told } from '../props';

export function tell(move: string): Told {
  const [card = '', kind] = move.split(':');
  if (move === '+') return { key: 'page.did.drew' };
  if (move === '>.') return { key: 'page.board.did.stayed' };
  if (move.startsWith('+')) return { key: 'page.did.took', kind: move.slice(1) };
  if (move.startsWith('-')) return { key: 'page.did.discarded', kind: move.slice(1) };
  if (move.startsWith('>')) return { key: 'page.board.did.moved', kind: move.slice(1) };
  if (kind) return { key: `page.board.did.opened_${kind}`, kind: card };
  return { key: 'page.board.did.went_on', kind: card };
}
