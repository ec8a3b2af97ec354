// The browser's shuffle is the same as Python's: both are checked against the same vectors.

import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { fairKey, firstKey, numbers } from '../src/fair/stream';
import { dealingOf } from '../src/games/dealings';
import type { GameName, Options } from '../src/client/wire';
import streams from '../../tests/data/fair/numbers.json';
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
  hands?: string[][];
}

test.each(streams)('numbers of $game/$round, those that are passed over too', ({ key, game, round, limits, times, numbers: expected }) => {
  const below = numbers(hexToBytes(key), game, round);
  expect(Array.from({ length: times }, () => limits.map(below)).flat()).toEqual(expected);
});

describe.each(vectors as unknown as Vector[])('$game for $players, round $round, $options', ({ game, round, seed, seats, contributions, setup, hands, ...seating }) => {
  const key = contributions ? firstKey(seed, contributions) : fairKey(seed, seats ?? {});

  test('gives the setup', async () => {
    expect((await dealingOf(game)).setup(numbers(key, game, round), seating, setup)).toEqual(setup);
  });

  test('gives the hands', async () => {
    const places = (await dealingOf(game)).places(setup, seating);
    (hands ?? []).forEach((hand, seat) => expect(places[`hand/${seat}`]).toBe([...hand].sort().join(' ')));
  });
});

test('the vectors have every game, both forms of the key, and rounds after the first', () => {
  const all = vectors as unknown as Vector[];
  expect(new Set(all.map(({ game, players }) => `${game} ${players}`)).size).toBe(1 + 3 + 4);
  expect(all.some(({ contributions }) => contributions)).toBe(true);
  expect(all.some(({ round }) => round > 1)).toBe(true);
});
