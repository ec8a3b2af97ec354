// A move of the roll & write game in words.

import type { Told } from '../props';

export function tell(move: string): Told {
  if (move === '.') return { key: 'page.roll.did.none' };
  if (move === '>.') return { key: 'page.roll.did.declined' };
  if (move.startsWith('>')) return { key: 'page.roll.did.advanced', kind: move.slice(1), roll: true };
  return { key: 'page.roll.did.took', kind: move, roll: true };
}
