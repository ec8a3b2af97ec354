// Where everything is in the picture of a form: matches from left to right, luck in the sky, points lost on the ground.

import { isOwn, type Judged } from './figures';

export interface Frame {
  /** Where the first match would begin, and where the last one is. */
  left: number;
  right: number;
}

/** The place of a match, counted from 1; 0 is the start. */
export const xOf = ({ left, right }: Frame, count: number, match: number): number => left + ((right - left) * match) / count;

/** The match nearest to a place, counted from 0. */
export const matchAt = ({ left, right }: Frame, count: number, x: number): number => Math.min(count - 1, Math.max(0, Math.round(((x - left) / (right - left)) * count) - 1));

export const line = (points: readonly (readonly [number, number])[]): string => points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The most points lost per decision that the ground shows: every match, the opponents around them, and some air. */
export function highest(matches: readonly Judged[], scale: Readonly<Record<string, number>>): number {
  const worst = Math.max(0.1, ...matches.filter(isOwn).map(({ judged }) => judged.cost_per_decision ?? 0));
  const levels = Object.values(scale).sort((one, other) => one - other);
  const next = levels.find((level) => level >= worst) ?? 0;
  return Math.max(worst * 1.12, next < worst * 1.6 ? next * 1.08 : 0);
}

export interface Level {
  name: string;
  /** Where the opponent's line is, and where the portrait has room. */
  y: number;
  face: number;
}

/** The opponents within the picture, the strongest first. Portraits that would cover each other move apart, none above the head. */
export function levels(scale: Readonly<Record<string, number>>, yOf: (cost: number) => number, size: number, head: number, foot: number): Level[] {
  const shown = Object.entries(scale).map(([name, cost]) => ({ name, y: yOf(cost), face: yOf(cost) })).sort((one, other) => one.y - other.y);
  let above = head - size / 2;
  for (const level of shown) {
    level.face = Math.max(level.y, above + size);
    above = level.face;
  }
  return shown.filter(({ y, face }) => y <= foot && face <= foot - size / 2);
}
