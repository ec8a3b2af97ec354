// Days, shares, the histogram's scale, and a rating beside the opponents'.

import { describe, expect, test } from 'vitest';
import type { Results } from '../src/client/daily';
import { daysTo, isDay, noonOf, shifted, weeksTo } from '../src/daily/days';
import { untilNews } from '../src/daily/news';
import { scaleOf } from '../src/daily/scale';
import { trailOf } from '../src/form/ratings';
import { percentOf } from '../src/text/number';

describe('days', () => {
  test('are those of UTC, wherever the reader is', () => {
    expect(new Date(noonOf('2026-11-16')).toISOString()).toBe('2026-11-16T12:00:00.000Z');
    expect(shifted('2028-03-01', -1)).toBe('2028-02-29');
    expect(shifted('2026-12-31', 1)).toBe('2027-01-01');
  });

  test('of a calendar are whole weeks that end with the one of a day', () => {
    const days = weeksTo('2026-11-18', 2); // a Wednesday
    expect(days).toHaveLength(14);
    expect(days[0]).toBe('2026-11-09');
    expect(days.at(-1)).toBe('2026-11-22');
    expect(weeksTo('2026-11-22', 1).at(-1)).toBe('2026-11-22');
    expect(weeksTo('2026-11-23', 1)[0]).toBe('2026-11-23');
  });

  test('up to a day end with it', () => expect(daysTo('2026-03-02', 3)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']));

  test.each(['2026-11-31x', '16.11.2026', 'today', '2026-13-01'])('%s is none', (text) => expect(isDay(text)).toBe(false));
});

test.each([[0, 0], [0.0049, 0], [0.29, 29], [0.58, 58], [0.995, 99], [0.9999, 99], [1, 100]])('a share of %d is %d per cent of which everyone can be sure', (share, percent) => expect(percentOf(share)).toBe(percent));

test('a page that stays open asks again at the next moment when a day changes', () => {
  const hours = (now: number) => ({ begins: 0, ends: 24, closes: 27, now });
  expect([-5, 0, 23, 24, 26, 27].map((now) => untilNews([hours(now)]))).toEqual([5, 24, 1, 3, 1, Infinity]);
  expect(untilNews([{ begins: 24, ends: 48, closes: 51, now: 26 }, hours(26)])).toBe(1);
});

describe('the scale of a histogram', () => {
  const results = (costs: readonly number[], own: number | null = 30): Pick<Results, 'histogram' | 'opponents' | 'yours'> => ({
    histogram: [{ low: 0, high: 20, count: 3 }, { low: 20, high: 40, count: 9 }],
    opponents: costs.map((cost, index) => ({ name: `bot${index}`, cost, lead: 0 })),
    yours: { table: 'T', cost: own, lead: 0, share: null },
  });

  test('holds every bar, every opponent and oneself', () => {
    const scale = scaleOf(results([90, 10], 50));
    expect([scale.least, scale.most, scale.tallest]).toEqual([0, 90, 9]);
    expect([scale.at(0), scale.at(45), scale.at(90)]).toEqual([0, 0.5, 1]);
  });

  test('gives opponents who are close a lane each, so that none covers another', () => {
    const { marks, lanes } = scaleOf(results([39, 1, 38, 2, 20]));
    expect(lanes).toBe(2);
    for (const one of marks) for (const other of marks) if (one !== other && one.lane === other.lane) expect(Math.abs(one.cost - other.cost) / 40).toBeGreaterThan(0.11);
  });

  test('is in the middle if all are alike', () => expect(scaleOf({ histogram: [], opponents: [], yours: { table: null, cost: 7, lead: 0, share: null } }).at(7)).toBe(0.5));
});

describe('a rating on the trail', () => {
  const rivals = [{ name: 'pip' as const, rating: 400 }, { name: 'magnus' as const, rating: 1600 }];

  test('stands between the opponents it is between', () => {
    const trail = trailOf({ rating: 1000, low: 900, high: 1100 }, rivals);
    expect(trail.at).toBeCloseTo(0.5);
    expect(trail.low).toBeLessThan(trail.at);
    expect(trail.high).toBeGreaterThan(trail.at);
    expect(trail.rivals.map(({ at }) => at)[0]).toBeLessThan(trail.low);
  });

  test('is cut off where it is wider than the scale', () => {
    const trail = trailOf({ rating: 1000, low: -500, high: 2500 }, rivals);
    expect([trail.low, trail.high]).toEqual([0, 1]);
  });

  test('makes room for whoever is stronger than all of them', () => expect(trailOf({ rating: 2000, low: 1950, high: 2050 }, rivals).rivals[1]?.at).toBeLessThan(0.8));
});
