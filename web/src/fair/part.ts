// A browser's part in a fair shuffle: it commits to bytes of its own, and reveals them once its commitment is in the fixed list.

import { randomHex } from '../client/random';
import type { TableInfo } from '../client/wire';
import { commitmentOf } from './stream';

const BYTES = 32;

/** A browser's own part in one attempt at a shuffle. */
export interface Part {
  seat: number;
  /** How often the shuffle had been restarted. */
  restarts: number;
  bytes: string;
  commitment: string;
  /** Whether the server has acknowledged the commitment. */
  accepted: boolean;
}

export type Shuffle = Pick<TableInfo, 'round' | 'starter' | 'commitment' | 'committed' | 'commitments' | 'revealed' | 'restarts' | 'without' | 'you'>;

type List = Readonly<Record<string, string>> | null;

/** What to do next; or what is wrong with the fixed list, in which case nothing is revealed. */
export type Step = 'commit' | 'reveal' | 'missing' | 'changed';

export function newPart(seat: number, restarts: number): Part {
  const bytes = randomHex(BYTES);
  return { seat, restarts, bytes, commitment: commitmentOf(bytes), accepted: false };
}

const sameList = (one: List, other: List): boolean => JSON.stringify(Object.entries(one ?? {}).sort()) === JSON.stringify(Object.entries(other ?? {}).sort());

/**
 * `own` may be from an earlier attempt, whose bytes are never reused. A player who is not `ready` does not commit yet.
 * `fixed` is the list as first shown in this attempt: a server that could change it later could choose bytes after seeing those of others.
 */
export function nextStep(shuffle: Shuffle, own: Part | null, ready: boolean, fixed: List = shuffle.commitments): Step | null {
  const seat = shuffle.you[0];
  if (seat === undefined || shuffle.commitment === null || shuffle.without.includes(seat)) return null;
  if (fixed !== null && !sameList(fixed, shuffle.commitments)) return 'changed';
  if (shuffle.commitments === null) return ready && !shuffle.committed.includes(seat) ? 'commit' : null;
  if (own?.restarts !== shuffle.restarts) return null;
  const listed = shuffle.commitments[seat];
  if (listed === own.commitment) return shuffle.revealed.includes(seat) ? null : 'reveal';
  if (!own.accepted) return null; // the commitment came too late, or another window of this browser was first
  return listed === undefined ? 'missing' : 'changed';
}
