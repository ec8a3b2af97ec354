// Puts a move of the roll & write game into words: when it was made, and as something to do.

import type { Told } from '../props';

export function tell(move: string): Told {
  if (move === '.') return { did: 'page.roll.did.none' };
  if (move === '>.') return { did: 'page.roll.did.declined' };
  if (move.startsWith('>')) return { did: 'page.roll.did.advanced', kind: move.slice(1), roll: true };
  return { did: 'page.roll.did.took', kind: move, roll: true };
}

export function use(move: string): Told {
  if (move === '.') return { did: 'page.use.pass', roll: true };
  if (move === '>.') return { did: 'page.use.skip', roll: true };
  if (move.startsWith('>')) return { did: 'page.use.advance', kind: move.slice(1), roll: true };
  return { did: 'page.use.take', kind: move, roll: true };
}
