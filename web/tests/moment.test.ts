// A moment's worths: how far moves are behind the best one, how sure that is, and which of them are listed.

import { expect, test } from 'vitest';
import { momentAddress, replayAddress } from '../src/journal/addresses';
import type { Candidate, Decision } from '../src/journal/report';
import { behind, isClose, listed, verdictOn, worthsOf } from '../src/journal/worths';

const CANDIDATES: Candidate[] = [
  { move: 'B8', worth: -9.4, se: 0.3 },
  { move: '-Y2', worth: -10.1, se: 0.4 },
  { move: '-G5', worth: -9.2, se: 1.2 },
  { move: 'R9', worth: -11.5, se: 0.4 },
  { move: '-W9', worth: -16.2, se: 0.6 },
  { move: 'G7', worth: -19.6, se: 0.7 },
];
const MADE: Decision = { move: 65, seat: 0, played: 'G7', best: 'B8', cost: 10.2, se: 0.7, counted: true, label: 'blunder', found: false, why: [], candidates: CANDIDATES };
const worths = worthsOf(MADE);
const [best, discard, luckyLook, ...others] = worths as [(typeof worths)[0], (typeof worths)[0], (typeof worths)[0], ...typeof worths];

test('every move has the error of its distance from the best one', () => {
  expect(worths.map(({ move }) => move)).toEqual(CANDIDATES.map(({ move }) => move));
  expect(best.error).toBe(0);
  expect(discard.error).toBe(0.4);
});

test('two standard errors decide what is too close to call', () => {
  expect(isClose(best, best)).toBe(false);
  expect(isClose(discard, best)).toBe(true);
  expect(others.some((one) => isClose(one, best))).toBe(false);
});

test('a move that was looked at less closely is never ahead of the best one', () => {
  expect(behind(luckyLook, best)).toBe(0);
  expect(isClose(luckyLook, best)).toBe(true);
});

test('five moves are listed, best first, among them the one played and the one chosen', () => {
  expect(listed(worths, 'G7', null).map(({ move }) => move)).toEqual(['B8', '-G5', '-Y2', 'R9', 'G7']);
  expect(listed(worths, 'G7', '-W9').map(({ move }) => move)).toEqual(['B8', '-G5', '-Y2', '-W9', 'G7']);
  expect(listed(worths, 'B8', 'B8')).toHaveLength(5);
});

test.each([
  ['B8', 'best'],
  ['-Y2', 'close'],
  ['R9', 'better'],
  ['G7', 'played'],
])('choosing %s is %s', (move, verdict) => expect(verdictOn(worths, 'G7', move)).toBe(verdict));

test('a choice that is no better than what was played is worse', () => expect(verdictOn(worths, '-W9', 'G7')).toBe('worse'));

test('a spectator keeps the key, and the replay begins before the move', () => {
  expect(momentAddress('T', { round: 2, move: 65 }, 'k', true)).toBe('/journal/T?round=2&move=65&try=1#watch=k');
  expect(replayAddress('T', { round: 2, move: 65 }, null)).toBe('/replay/T?round=2&move=64');
});
