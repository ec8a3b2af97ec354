// A form: the mean of the last ten matches, luck so far, and the band of chance around it.

import { expect, test } from 'vitest';
import { chanceBand, type Judged, judgedIn, luckSoFar, runningMean, verdict } from '../src/form/figures';
import { highest, levels, matchAt, xOf } from '../src/form/picture';

interface Told {
  cost?: number;
  counted?: number;
  luck?: number;
  rounds?: number;
  helped?: boolean;
}

function match({ cost = 30, counted = 60, luck = 0, rounds = 3, helped = false }: Told, place = 0): Judged {
  const judged = { cost, counted, cost_per_decision: cost / counted, ci95: 0.1, luck, critic: 'card-critic-1', current: true };
  return { id: `${place}`, options: {}, finished: place, seats: ['Anna', 'bruno'], faces: [null, 'bruno'], you: 0, points: [1, 0], share: 1, rounds, helped, analysable: true, judged };
}

const matches = (told: readonly Told[]): Judged[] => told.map(match);
const lucky = (...luck: number[]): Judged[] => matches(luck.map((one) => ({ luck: one })));

test('the oldest match with a journal comes first', () => {
  const [old, bare, fresh] = [match({}, 1), { ...match({}, 2), judged: null }, match({}, 3)];
  expect(judgedIn([fresh, bare, old])).toEqual([old, fresh]);
});

test('the mean weighs decisions, not matches', () => {
  expect(runningMean(matches([{ cost: 10, counted: 10 }, { cost: 0, counted: 90 }]))).toEqual([1, 0.1]);
});

test('the mean is that of the last ten', () => {
  const costs = [600, ...Array.from({ length: 10 }, () => 30)];
  expect(runningMean(matches(costs.map((cost) => ({ cost })))).at(-1)).toBe(0.5);
  expect(runningMean(matches(costs.map((cost) => ({ cost })))).at(-2)).toBeGreaterThan(1);
});

test('a match in which a bot helped, or hardly anything was decided, says nothing about choices', () => {
  expect(runningMean(matches([{ cost: 600, helped: true }, { cost: 30 }, { cost: 9, counted: 1 }]))).toEqual([null, 0.5, 0.5]);
});

test('luck adds up', () => {
  expect(luckSoFar(lucky(5, -8, 1))).toEqual([5, -3, -2]);
});

test('the band grows with the root of the rounds and comes from the matches’ own spread', () => {
  const band = chanceBand(lucky(10, -10, 10, -10));
  expect(band.map((half) => half.toFixed(3))).toEqual(['20.000', '28.284', '34.641', '40.000']);
  const short = chanceBand(matches([{ luck: 10, rounds: 1 }, { luck: 10, rounds: 3 }]));
  expect((short[1] ?? 0) / (short[0] ?? 1)).toBeCloseTo(2);
});

test('luck is compared with chance only once there are some matches', () => {
  expect(verdict(lucky(9, 9, 9, 9))).toBe('few');
  expect(verdict(lucky(10, -10, 10, -10, 10))).toBe('well');
  expect(verdict(lucky(10, 10, 10, -10, 10))).toBe('within');
  expect(verdict(lucky(10, 11, 10, 9, 10))).toBe('outside');
});

test('about one person in twenty is outside the band, never many more', () => {
  let seed = 1;
  const random = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const normal = (): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const people = Array.from({ length: 2000 }, () => lucky(...Array.from({ length: 30 }, () => 19 * normal())));
  const outside = people.filter((one) => verdict(one) === 'outside').length / people.length;
  expect(outside).toBeGreaterThan(0.025);
  expect(outside).toBeLessThan(0.06);
});

test('every place of the picture belongs to a match', () => {
  const frame = { left: 50, right: 250 };
  expect(xOf(frame, 4, 4)).toBe(250);
  expect([0, 99, 101, 160, 400].map((x) => matchAt(frame, 4, x))).toEqual([0, 0, 0, 1, 3]);
});

test('the ground shows every match, and the opponents near them', () => {
  const scale = { pip: 2.6, nell: 1.5, bruno: 0.8, net: 0.1 };
  const top = highest(matches([{ cost: 45, counted: 60 }]), scale);
  expect(top).toBeGreaterThan(0.8);
  expect(top).toBeLessThan(1.5);
});

test('portraits never cover each other', () => {
  const places = levels({ pip: 1.2, bruno: 0.5, odile: 0.45, net: 0.1 }, (cost) => 30 + cost * 200, 26, 24, 240);
  expect(places.map(({ name }) => name)).toEqual(['net', 'odile', 'bruno']);
  places.slice(1).forEach(({ face }, i) => expect(face - (places[i]?.face ?? 0)).toBeGreaterThanOrEqual(26));
});
