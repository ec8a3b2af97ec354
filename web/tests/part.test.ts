// A browser's part in a fair shuffle, step by step, with an honest or a cheating server.

import { beforeEach, describe, expect, test } from 'vitest';
import { nextStep, type Shuffle } from '../src/fair/part';
import { commitmentOf } from '../src/fair/stream';
import { Witness } from '../src/fair/witness';
import type { Request } from '../src/client/wire';
import { Shelf } from './shelf';

const HOUSE = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const begun = (changes: Partial<Shuffle> = {}): Shuffle => ({
  round: 1,
  starter: 0,
  commitment: HOUSE,
  committed: [],
  commitments: null,
  revealed: [],
  restarts: 0,
  without: [],
  you: [1],
  ...changes,
});

interface Sent {
  request: Request;
  granted(): void;
  refused(): void;
}

let sent: Sent[];
let shelf: Shelf;
let witness: Witness;
const open = (): Witness => new Witness('t', shelf, (request, granted, refused) => sent.push({ request, granted, refused }));
const asked = (): Request[] => sent.map(({ request }) => request);

beforeEach(() => {
  sent = [];
  shelf = new Shelf();
  witness = open();
});

/** Commits and has the commitment accepted; returns it. */
function committed(shuffle = begun()): string {
  witness.takePart(shuffle, true);
  const last = sent.at(-1);
  if (last?.request.type !== 'commit') throw new Error('no commitment was sent');
  last.granted();
  return last.request.commitment;
}

describe('an honest server', () => {
  test('gets a commitment, and the bytes once the list is fixed', () => {
    const commitment = committed();
    expect(witness.takePart(begun({ committed: [1] }), true)).toBeNull();
    expect(sent).toHaveLength(1);
    expect(witness.takePart(begun({ committed: [0, 1], commitments: { 0: OTHER, 1: commitment } }), true)).toBeNull();
    const [, reveal] = asked();
    expect(reveal).toMatchObject({ type: 'reveal', round: 1 });
    expect(commitmentOf((reveal as { bytes: string }).bytes)).toBe(commitment);
  });

  test('is asked once, however often it tells how far it has got', () => {
    for (let i = 0; i < 3; i += 1) witness.takePart(begun(), true);
    const commitment = committed();
    for (let i = 0; i < 3; i += 1) witness.takePart(begun({ committed: [1], commitments: { 1: commitment } }), true);
    witness.takePart(begun({ committed: [1], commitments: { 1: commitment }, revealed: [1] }), true);
    expect(asked().map(({ type }) => type)).toEqual(['commit', 'reveal']);
  });

  test('waits for somebody who still looks at the scores', () => {
    witness.takePart(begun(), false);
    expect(sent).toEqual([]);
    witness.takePart(begun(), true);
    expect(sent).toHaveLength(1);
  });

  test('gets new bytes when the shuffle is begun anew', () => {
    const first = committed();
    const second = committed(begun({ restarts: 1, without: [0] }));
    expect(second).not.toBe(first);
    witness.takePart(begun({ restarts: 1, commitments: { 1: second } }), true);
    expect(asked().map(({ type }) => type)).toEqual(['commit', 'commit', 'reveal']);
  });

  test('gets nothing from a seat that was left out', () => {
    witness.takePart(begun({ restarts: 1, without: [1] }), true);
    expect(sent).toEqual([]);
  });

  test('gets new bytes in every round', () => {
    expect(committed(begun({ round: 2 }))).not.toBe(committed(begun({ round: 1 })));
  });

  test('gets the bytes after the page was loaded again', () => {
    const commitment = committed();
    open().takePart(begun({ commitments: { 1: commitment } }), true);
    expect(asked().at(-1)?.type).toBe('reveal');
  });

  test('gets the same commitment again from somebody who was away and came back', () => {
    const commitment = committed();
    expect(committed(begun())).toBe(commitment);
  });

  test('that refuses a commitment that came too late is not suspected', () => {
    witness.takePart(begun(), true);
    sent[0]?.refused();
    expect(witness.takePart(begun({ commitments: { 0: OTHER } }), true)).toBeNull();
    expect(witness.memories.of(1).part).toBeNull();
  });

  test('gets one part from two windows', () => {
    const other = open();
    witness.takePart(begun(), true);
    other.takePart(begun(), true);
    const [first, second] = sent;
    first?.granted();
    second?.refused();
    const list = begun({ committed: [1], commitments: { 1: (first?.request as { commitment: string }).commitment } });
    expect(other.takePart(list, true)).toBeNull();
    expect(asked().at(-1)?.type).toBe('reveal');
  });

  test('gets nothing from a spectator', () => {
    expect(nextStep(begun({ you: [] }), null, true)).toBeNull();
  });
});

describe('a server that cheats', () => {
  test.each([
    ['changed', { 1: OTHER }],
    ['changed', { 0: HOUSE, 1: HOUSE }],
    ['missing', { 0: OTHER }],
    ['missing', {}],
  ] as const)('does not get the bytes: %s', (wrong, commitments) => {
    committed();
    expect(witness.takePart(begun({ committed: [1], commitments }), true)).toBe(wrong);
    expect(asked().map(({ type }) => type)).toEqual(['commit']);
    expect(witness.memories.of(1).wrong).toBe(wrong);
  });

  test('cannot change what it is bound to in mid-shuffle', () => {
    witness.takePart(begun(), true);
    witness.takePart(begun({ commitment: OTHER }), true);
    expect(witness.memories.of(1).commitment).toBe(HOUSE);
    witness.takePart(begun({ commitment: OTHER, restarts: 1 }), true);
    expect(witness.memories.of(1)).toMatchObject({ commitment: OTHER, restarts: 1 });
  });
});

describe('a list that was fixed', () => {
  const fixed = (commitment: string, other = OTHER): Shuffle => begun({ committed: [0, 1], commitments: { 0: other, 1: commitment } });

  test('is remembered, and nothing is revealed to another one', () => {
    const commitment = committed();
    witness.memories.note(fixed(commitment));
    expect(witness.takePart(fixed(commitment, 'ef'.repeat(32)), true)).toBe('changed');
    expect(asked().filter(({ type }) => type === 'reveal')).toEqual([]);
    expect(witness.memories.of(1).list).toEqual({ 0: OTHER, 1: commitment });
  });

  test('cannot be opened again', () => {
    const commitment = committed();
    witness.takePart(fixed(commitment), true);
    expect(witness.takePart(begun({ committed: [0] }), true)).toBe('changed');
    expect(asked().filter(({ type }) => type === 'commit')).toHaveLength(1);
  });

  test('is another one after a restart', () => {
    const commitment = committed();
    witness.takePart(fixed(commitment), true);
    expect(witness.takePart(begun({ restarts: 1, commitment: OTHER }), true)).toBeNull();
    expect(witness.memories.of(1).list).toBeNull();
  });

  test('lacks whoever left, and that is no fraud', () => {
    committed();
    witness.leave(1);
    expect(witness.takePart(begun({ committed: [0], commitments: { 0: OTHER } }), true)).toBeNull();
  });

  test('gets the bytes again if they were refused', () => {
    const commitment = committed();
    witness.takePart(fixed(commitment), true);
    sent.at(-1)?.refused();
    witness.takePart(fixed(commitment), true);
    expect(asked().filter(({ type }) => type === 'reveal')).toHaveLength(2);
  });
});

test('a second window that is behind does not lose what the first committed to', () => {
  const commitment = committed();
  const other = open();
  other.takePart(begun(), true);
  sent.at(-1)?.refused();
  expect(witness.memories.of(1).part).toMatchObject({ commitment, accepted: true });
});
