// A move of the card game in words.

import type { Told } from '../props';

export function tell(move: string): Told {
  if (move === '+') return { key: 'page.did.drew' };
  if (move.startsWith('+')) return { key: 'page.did.took', kind: move.slice(1) };
  if (move.startsWith('-')) return { key: 'page.did.discarded', kind: move.slice(1) };
  return { key: 'page.did.laid', kind: move };
}
