// Puts a move of the roll & write game into words.

import type { Told } from '../props';

export function tell(move: string): Told {
  if (move === '.') return { did: 'page.roll.did.none', advice: 'page.roll.take_none' };
  if (move === '>.') return { did: 'page.roll.did.declined', advice: 'page.roll.advance_none' };
  if (move.startsWith('>')) return { did: 'page.roll.did.advanced', advice: 'page.roll.advice.advance', kind: move.slice(1), roll: true };
  return { did: 'page.roll.did.took', advice: 'page.card.take', kind: move, roll: true };
}
