// Where points lost stand on a histogram, from the least to the most, and how portraits share the line below it.

import type { Results } from '../client/daily';

type Mark = Results['opponents'][number];

export interface Scale {
  least: number;
  most: number;
  /** The most players in one bar. */
  tallest: number;
  /** A place from 0 to 1. */
  at: (cost: number) => number;
  /** The opponents, each in a lane where it covers no other. */
  marks: (Mark & { lane: number })[];
  lanes: number;
}

/** As a share of the width: two marks closer than this stand below each other. */
const APART = 0.12;

export function scaleOf({ histogram, opponents, yours }: Pick<Results, 'histogram' | 'opponents' | 'yours'>): Scale {
  const costs = [...histogram.flatMap(({ low, high }) => [low, high]), ...opponents.map(({ cost }) => cost), ...(yours?.cost == null ? [] : [yours.cost])];
  const [least, most] = costs.length > 0 ? [Math.min(...costs), Math.max(...costs)] : [0, 1];
  const at = (cost: number): number => (most > least ? (cost - least) / (most - least) : 0.5);
  const ends: number[] = [];
  const marks = [...opponents]
    .sort((one, other) => one.cost - other.cost)
    .map((mark) => {
      const place = at(mark.cost);
      const free = ends.findIndex((end) => place - end >= APART);
      const lane = free >= 0 ? free : ends.length;
      ends[lane] = place;
      return { ...mark, lane };
    });
  return { least, most, tallest: Math.max(1, ...histogram.map(({ count }) => count)), at, marks, lanes: Math.max(1, ends.length) };
}
