// Checks a round's record against what this browser saw, by repeating the shuffle.

import type { GameName, Options } from '../client/wire';
import type { Dealing, Places, Setup } from './dealing';
import type { Arguments } from '../text';
import type { Memory } from './memory';
import { commitmentOf, dailyKey, fairKey, firstKey, numbers } from './stream';

export interface Share {
  commitment: string;
  bytes: string;
}

/** The field `fair` of a round, in its current or its first form. */
export interface Proof {
  version?: number;
  commitment: string;
  seed: string;
  seats?: Record<string, Share>;
  restarts?: number;
  contributions?: string[];
  /** The day whose deal it is. */
  day?: string;
}

interface Round {
  starter: number;
  setup: Setup;
  fair?: Proof;
}

export interface Recorded {
  game: GameName;
  options: Options;
  players: string[];
  rounds: Round[];
  /** `daily`: the day whose deal was played. */
  meta?: { daily?: string };
}

/** A fact that was confirmed, refuted or could not be checked, and the message that says so. */
export interface Finding {
  so: boolean | null;
  message: string;
  values?: Arguments;
}

export interface Verdict {
  findings: Finding[];
  /** The conclusion from all findings: message `page.fair.<outcome>`. */
  outcome: 'proven' | 'partly' | 'alone' | 'first' | 'day' | 'later' | 'false' | 'none';
}

/** `bots` are the seats played by bots: bytes from them prove nothing. */
export function check(record: Recorded, round: number, memory: Memory, dealing: Dealing, bots: readonly number[]): Verdict {
  const played = record.rounds[round - 1];
  if (!played?.fair) return { findings: [], outcome: record.meta?.daily === undefined ? 'none' : 'later' };
  const proof = played.fair;
  const seating = { players: record.players.length, starter: played.starter, options: record.options };
  const setup = dealing.setup(numbers(keyOf(proof, record.game), record.game, round), seating, played.setup);
  const findings = [
    secret(proof, memory),
    ...(proof.day === undefined ? [part(proof, memory)] : []),
    ...shares(proof, memory, bots),
    seen(dealing, dealing.places(setup, seating), memory.seen),
    find(same(setup, played.setup) && (memory.starter ?? played.starter) === played.starter, 'whole'),
    ...restarts(proof, memory),
  ];
  return { findings, outcome: outcomeOf(findings, proof) };
}

function keyOf({ seed, seats = {}, contributions, day }: Proof, game: GameName): Uint8Array {
  if (day !== undefined) return dailyKey(seed, day, game);
  if (contributions) return firstKey(seed, contributions);
  return fairKey(seed, Object.fromEntries(Object.entries(seats).map(([seat, { bytes }]) => [seat, bytes])));
}

const find = (so: boolean | null, what: string, values?: Arguments): Finding => ({ so, message: `page.fair.${what}.${so === null ? 'open' : so ? 'yes' : 'no'}`, values });

const same = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** The same value with its fields sorted, since records may have them in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort().map(([name, inner]) => [name, sorted(inner)]);
}

/** Checks that the seed is the one committed to before the round. */
function secret({ seed, commitment, restarts: made = 0 }: Proof, memory: Memory): Finding {
  if (commitmentOf(seed) !== commitment) return find(false, 'secret');
  if (memory.commitment === null || memory.restarts !== made) return find(null, 'secret');
  return find(memory.commitment === commitment, 'secret');
}

/** Checks that the record holds this browser's own bytes and commitment. */
function part({ seats, contributions, restarts: made = 0 }: Proof, memory: Memory): Finding {
  const own = memory.part;
  if (memory.wrong) return find(false, 'part');
  if (own?.accepted && contributions) return find(false, 'part'); // an older kind of proof in place of the one this round started with
  if (!own?.accepted || own.restarts !== made) return find(null, 'part');
  const share = seats?.[own.seat];
  return find(share?.bytes === own.bytes && share.commitment === own.commitment, 'part');
}

/**
 * Reports bytes that do not match their commitment, that come from a bot's seat, or whose commitment differs from the fixed list; correct
 * ones need no mention. Without the list, a seat could have chosen its bytes after learning those of the others.
 */
function shares({ seats = {}, restarts: made = 0 }: Proof, memory: Memory, bots: readonly number[]): Finding[] {
  const wrong = Object.entries(seats).some(([seat, { commitment, bytes }]) => commitmentOf(bytes) !== commitment || bots.includes(Number(seat)));
  const listed = Object.fromEntries(Object.entries(seats).map(([seat, { commitment }]) => [seat, commitment]));
  const exchanged = memory.list !== null && memory.restarts === made && !same(listed, memory.list);
  return wrong || exchanged ? [{ so: false, message: 'page.fair.shares' }] : [];
}

/** Checks that the shuffle puts everything where this browser saw it. */
function seen(dealing: Dealing, places: Places, remembered: Places): Finding {
  const count = dealing.count(remembered);
  const right = Object.entries(remembered).every(([place, what]) => places[place] === what);
  return right && count === 0 ? { so: null, message: 'page.fair.seen.open' } : find(right, `seen.${dealing.kind}`, { count });
}

/** Checks that the record does not hide a restart of the shuffle. */
function restarts({ restarts: made = 0 }: Proof, memory: Memory): Finding[] {
  if (memory.restarts > made) return [{ so: false, message: 'page.fair.restarts.hidden' }];
  return made ? [{ so: null, message: 'page.fair.restarts', values: { count: made } }] : [];
}

function outcomeOf(findings: readonly Finding[], { version, day, seats = {} }: Proof): Verdict['outcome'] {
  const say = (what: string): boolean => findings.some(({ message }) => message === `page.fair.${what}`);
  if (findings.some(({ so }) => so === false)) return 'false';
  if (version === undefined) return 'first';
  if (day !== undefined) return say('secret.open') || say('seen.open') ? 'partly' : 'day';
  if (Object.keys(seats).length === 0 || say('part.open')) return 'alone';
  return say('secret.open') || say('seen.open') ? 'partly' : 'proven';
}
