// What a table agrees on, and who sits at it.

import { OPPONENTS } from '../client/opponents';
import type { Assist, Clock } from '../client/wire';

export type Company = 'bots' | 'friend' | 'here';
export const COMPANIES: readonly Company[] = ['bots', 'friend', 'here'];
export const ASSISTS: readonly Assist[] = ['table', 'counters', 'open'];

export const CLOCKS: readonly { name: string; clock: Clock | null }[] = [
  { name: 'none', clock: null },
  { name: 'move', clock: { kind: 'move', seconds: 60 } },
  { name: 'quick', clock: { kind: 'budget', seconds: 300, increment: 5 } },
  { name: 'calm', clock: { kind: 'budget', seconds: 900, increment: 10 } },
];

/** Four opponents that begin with the chosen one, all different: as many as a table can need. */
export function company4(first: string): string[] {
  const at = Math.max(0, OPPONENTS.findIndex((name) => name === first));
  return [...OPPONENTS.slice(at), ...OPPONENTS.slice(0, at).reverse()].slice(0, 4);
}

/** Who sits where: you first, then friends with the link, people at this device, or bots. */
export function seatsFor(players: number, company: Company, opponents: readonly string[]): string[] {
  const others = Array.from({ length: players - 1 }, (_, i) => (company === 'bots' ? (opponents[i] ?? 'bruno') : company === 'friend' ? 'open' : 'here'));
  return ['me', ...others];
}
