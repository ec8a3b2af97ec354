// Puts a move of the roll & write game into words.

import type { Told } from '../props';

export function tell(move: string): Told {
  if (move === '.') return { did: 'page.roll.did.none' };
  if (move === '>.') return { did: 'page.roll.did.declined' };
  if (move.startsWith('>')) return { did: 'page.roll.did.advanced', kind: move.slice(1), roll: true };
  return { did: 'page.roll.did.took', kind: move, roll: true };
}
