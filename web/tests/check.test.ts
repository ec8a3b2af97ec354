// Checking a round: the findings for an honest one, and for every way to cheat.

import { describe, expect, test } from 'vitest';
import { check, type Proof, type Recorded, type Verdict } from '../src/fair/check';
import type { Memory } from '../src/fair/memory';
import { commitmentOf } from '../src/fair/stream';
import { dealingOf } from '../src/games/dealings';
import type { GameName, Options } from '../src/client/wire';
import vectors from '../../tests/data/fair/vectors.json';

interface Vector {
  game: GameName;
  players: number;
  options: Options;
  round: number;
  seed: string;
  seats?: Record<string, string>;
  contributions?: string[];
  starter: number;
  setup: Record<string, unknown>;
}

const all = vectors as unknown as Vector[];
const OWN = 0;
const ODD = 'ee'.repeat(32);

function proofOf({ seed, seats = {}, contributions }: Vector): Proof {
  const bound = { commitment: commitmentOf(seed), seed };
  if (contributions) return { ...bound, contributions };
  return { ...bound, version: 2, seats: Object.fromEntries(Object.entries(seats).map(([seat, bytes]) => [seat, { commitment: commitmentOf(bytes), bytes }])), restarts: 0 };
}

const recordOf = (vector: Vector): Recorded => ({
  game: vector.game,
  options: vector.options,
  players: Array<string>(vector.players).fill(''),
  rounds: [...Array.from({ length: vector.round - 1 }, () => ({ starter: 0, setup: {} })), { starter: vector.starter, setup: vector.setup, fair: proofOf(vector) }],
});

/** What the browser in the first seat saw: the commitment, its hand and a draw, or a roll; and its own part. */
async function memoryOf(vector: Vector): Promise<Memory> {
  const places = (await dealingOf(vector.game)).places(vector.setup, vector);
  const seen = Object.fromEntries(Object.entries(places).filter(([place]) => ['hand/0', 'left/5', 'tile/Y3', 'roll/7'].includes(place)));
  const bytes = vector.seats?.[OWN];
  const part = bytes === undefined ? null : { seat: OWN, restarts: 0, bytes, commitment: commitmentOf(bytes), accepted: true };
  const list = vector.seats ? Object.fromEntries(Object.entries(vector.seats).map(([seat, given]) => [seat, commitmentOf(given)])) : null;
  return { restarts: 0, commitment: commitmentOf(vector.seed), starter: vector.starter, list, without: [], part, wrong: null, seen, at: 0 };
}

type Change = (record: Recorded, memory: Memory, proof: Proof) => void;

async function verdictOn(vector: Vector, change: Change = () => undefined, bots: number[] = []): Promise<Verdict> {
  const record = structuredClone(recordOf(vector));
  const memory = await memoryOf(vector);
  const proof = record.rounds[vector.round - 1]?.fair;
  if (!proof) throw new Error('a vector has a proof');
  change(record, memory, proof);
  return check(record, vector.round, memory, await dealingOf(vector.game), bots);
}

const wrongIn = ({ findings }: Verdict): string[] => findings.filter(({ so }) => so === false).map(({ message }) => message.replace('page.fair.', ''));
const toldOf = (vector: Vector): string => `${vector.game} for ${vector.players}, round ${vector.round}`;

describe.each(all.map((vector) => [toldOf(vector), vector] as const))('an honest %s', (_, vector) => {
  test('is found to be so', async () => {
    const { findings, outcome } = await verdictOn(vector);
    expect(findings.filter(({ so }) => so === false)).toEqual([]);
    expect(outcome).toBe(vector.contributions ? 'first' : vector.seats?.[OWN] === undefined ? 'alone' : 'proven');
  });
});

const GAMES: readonly GameName[] = ['card', 'board', 'roll'];
const shareOf = (proof: Proof, seat: number) => proof.seats?.[seat] ?? { commitment: '', bytes: '' };

describe.each(GAMES.map((game) => [game, all.find((vector) => vector.game === game && vector.seats?.[1])!] as const))('%s: a server that cheats is caught', (game, vector) => {
  const kind = game === 'roll' ? 'dice' : 'cards';

  test('by bytes that another seat chose after the list was fixed', async () => {
    const verdict = await verdictOn(vector, (_, memory) => {
      memory.list = { ...memory.list, 1: 'ab'.repeat(32) };
    });
    expect(wrongIn(verdict)).toEqual(['shares']);
  });

  test('by a seat that was not in the list', async () => {
    const verdict = await verdictOn(vector, (_, memory) => {
      memory.list = { [OWN]: memory.list?.[OWN] ?? '' };
    });
    expect(wrongIn(verdict)).toEqual(['shares']);
  });

  test('by another starter than was told', async () => {
    const verdict = await verdictOn(vector, (_, memory) => {
      memory.starter = (vector.starter + 1) % vector.players;
    });
    expect(wrongIn(verdict)).toContain('whole.no');
  });

  test('by a proof of the older kind in place of the one that was begun', async () => {
    const verdict = await verdictOn(vector, (_record, _memory, proof) => {
      delete proof.version;
      delete proof.seats;
      proof.contributions = [];
    });
    expect(wrongIn(verdict)).toContain('part.no');
  });

  test.each<[string, Change, string[]]>([
    ['another seed', (_, __, proof) => (proof.seed = 'ff'.repeat(64)), ['secret.no', `seen.${kind}.no`, 'whole.no']],
    ['another seed with its commitment', (_, __, proof) => Object.assign(proof, { seed: 'ff'.repeat(64), commitment: commitmentOf('ff'.repeat(64)) }), ['secret.no', `seen.${kind}.no`, 'whole.no']],
    ['a commitment other than the one shown', (_, memory) => (memory.commitment = ODD), ['secret.no']],
    ['other bytes for this browser', (_, __, proof) => Object.assign(shareOf(proof, OWN), { bytes: ODD, commitment: commitmentOf(ODD) }), ['part.no', 'shares', `seen.${kind}.no`, 'whole.no']],
    ['this browser left out', (_, __, proof) => delete proof.seats?.[OWN], ['part.no', 'shares', `seen.${kind}.no`, 'whole.no']],
    ['seats swapped', (_, __, proof) => (proof.seats = { 0: shareOf(proof, 1), 1: shareOf(proof, 0) }), ['part.no', 'shares', `seen.${kind}.no`, 'whole.no']],
    ['bytes that do not fit their commitment', (_, __, proof) => (shareOf(proof, 1).commitment = ODD), ['shares']],
    ['a list that was seen to be wrong', (_, memory) => (memory.wrong = 'changed'), ['part.no']],
    ['other cards or dice than were seen', (_, memory) => (memory.seen = Object.fromEntries(Object.keys(memory.seen).map((place) => [place, 'Z1']))), [`seen.${kind}.no`]],
    ['a deal other than the shuffle', (record) => (record.rounds[0]!.starter += 0, Object.values(record.rounds[0]!.setup)[0] as string[]).reverse(), ['whole.no']],
    ['a restart that the record hides', (_, memory) => Object.assign(memory, { restarts: 1 }), ['restarts.hidden']],
  ])('%s', async (_, change, wrong) => {
    const verdict = await verdictOn(vector, change);
    expect(verdict.outcome).toBe('false');
    expect(wrongIn(verdict)).toEqual(wrong);
  });

  test('bytes of a bot', async () => {
    expect(wrongIn(await verdictOn(vector, undefined, [1]))).toEqual(['shares']);
  });
});

describe('no more is said than was seen', () => {
  const vector = all[0]!;

  test.each<[string, Change, Verdict['outcome']]>([
    ['the commitment', (_, memory) => (memory.commitment = null), 'partly'],
    ['the cards', (_, memory) => (memory.seen = {}), 'partly'],
    ['an acknowledgement of its part', (_, memory) => (memory.part = null), 'alone'],
    ['the last attempt', (_, __, proof) => (proof.restarts = 1), 'alone'],
    ['a proof', (record) => delete record.rounds[0]!.fair, 'none'],
    ['the proof of a day that is not over', (record) => { delete record.rounds[0]!.fair; record.meta = { daily: '2026-11-16' }; }, 'later'],
  ])('by a browser that did not see %s', async (_, change, outcome) => {
    expect((await verdictOn(vector, change)).outcome).toBe(outcome);
  });

  test('and restarts are told', async () => {
    const { findings } = await verdictOn(vector, (_, memory, proof) => {
      proof.restarts = 2;
      memory.restarts = 2;
      if (memory.part) memory.part.restarts = 2;
    });
    expect(findings.at(-1)).toEqual({ so: null, message: 'page.fair.restarts', values: { count: 2 } });
  });
});
