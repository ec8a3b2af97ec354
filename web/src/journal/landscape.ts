// The geometry of a journal's landscape: the ridge is the chance to win, straight from move to move, and only it is data. Pure numbers
// and path data; Landscape.svelte draws them.

import { seeded } from '../drawings/random';
import { round } from '../drawings/svg';
import type { Round } from './journal.svelte';
import type { Choice, Luck, Mark, Place } from './marks';

export interface Frame {
  width: number;
  height: number;
  /** Free space at both sides of the moves. */
  before: number;
  after: number;
  /** Where a chance of 1 and of 0 are. */
  top: number;
  foot: number;
  narrow: boolean;
}

type Point = readonly [x: number, y: number];
/** Left, top, right, bottom. */
type Box = readonly [number, number, number, number];

export const frameOf = (width: number, narrow: boolean): Frame =>
  narrow ? { width, height: 222, before: 56, after: 48, top: 46, foot: 172, narrow } : { width, height: 246, before: 96, after: 126, top: 52, foot: 210, narrow };

const path = (points: readonly Point[]): string => points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L');

/** The slope from the shore up to the first chance, as shares of its way and its height. */
const SHORE: readonly Point[] = [[0, 0], [0.24, 0.3], [0.43, 0.42], [0.66, 0.78], [0.8, 0.84]];

export class Landscape {
  /** The ridge within the match: a point per position, as far as it is known. */
  readonly crest: readonly Point[];
  private readonly starts: readonly number[];
  private readonly moves: number;

  constructor(
    readonly frame: Frame,
    readonly rounds: readonly Round[],
    readonly seat: number,
  ) {
    this.moves = Math.max(1, rounds.reduce((sum, { moves }) => sum + moves, 0));
    this.starts = rounds.map((_, i) => rounds.slice(0, i).reduce((sum, { moves }) => sum + moves, 0));
    this.crest = rounds.flatMap(({ course, number }) => (course?.chances ?? []).map((chances, move): Point => [this.x({ round: number, move }), this.y(chances[seat] ?? 0)]));
  }

  x({ round: number, move }: Place): number {
    const { width, before, after } = this.frame;
    return before + (((this.starts[number - 1] ?? 0) + move) / this.moves) * (width - before - after);
  }

  y(chance: number): number {
    return this.frame.foot - (this.frame.foot - this.frame.top) * chance;
  }

  /** An even chance: sky above, lake below. */
  get horizon(): number {
    return this.y(1 / Math.max(2, this.rounds[0]?.scores.length ?? 2));
  }

  /** Whether the ridge is known to its end. */
  get whole(): boolean {
    return this.rounds.length > 0 && this.rounds.every(({ course }) => course !== null);
  }

  /** How far the ridge has grown, as a share of the width. */
  get grown(): number {
    if (this.whole) return 1;
    const last = this.crest.at(-1);
    return last ? (last[0] + 1) / this.frame.width : 0;
  }

  /** The height of the ridge at any x: between two moves on the straight line, beyond the ends level. */
  at(x: number): number {
    const next = this.crest.findIndex((point) => point[0] >= x);
    const [to, from] = [this.crest[next], this.crest[next - 1]];
    if (!to) return this.crest.at(-1)?.[1] ?? this.frame.foot;
    if (!from || to[0] === from[0]) return to[1];
    return from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);
  }

  /** The whole skyline: up from the shore, along the match, and level to the edge. */
  get skyline(): string {
    const [first] = this.crest;
    const last = this.crest.at(-1);
    if (!first || !last) return '';
    const { foot, width, narrow } = this.frame;
    const shore = narrow ? 14 : 26;
    const rise = SHORE.map(([way, share]): Point => [first[0] - shore * (1 - way), foot - (foot - first[1]) * share]);
    return path([...rise, ...this.crest, ...(this.whole ? [[width + 2, last[1]] as const] : [])]);
  }

  /** The land under the skyline. */
  get land(): string {
    const { height, width, before, narrow } = this.frame;
    const end = this.whole ? width + 2 : (this.crest.at(-1)?.[0] ?? before);
    return this.skyline && `M${this.skyline}L${round(end)} ${height}L${round(before - (narrow ? 14 : 26))} ${height}Z`;
  }

  /** A nearer ridge: a quiet echo at a share of the height, always below the crest. `reach` is how far around it looks. */
  echo(share: number, reach: number, seed: number, step: number): string {
    const { foot, width, height, before, narrow } = this.frame;
    if (this.crest.length === 0) return '';
    const random = seeded(seed);
    const [start, calm] = [before - 24, narrow ? 50 : 110];
    const points: Point[] = [];
    for (let x = start; x < width + 2 * step; x += step * (0.6 + random() * 0.8)) {
      const rise = Math.min(1, Math.max(0, (x - start) / calm));
      const wanted = foot - (foot - this.mean(x, reach)) * share * rise + (random() - 0.5) * step * 0.5;
      points.push([x, Math.min(foot + 4, Math.max(this.lowest(x, step) + (narrow ? 8 : 12), wanted))]);
    }
    return `M${start - 6} ${foot + 4}L${path(points)}L${width + 10} ${height}L${start - 6} ${height}Z`;
  }

  private mean(x: number, reach: number): number {
    const around = [-1, -0.66, -0.33, 0, 0.33, 0.66, 1].map((part) => this.at(x + part * reach));
    return around.reduce((sum, y) => sum + y, 0) / around.length;
  }

  /** The lowest place of the crest around x. */
  private lowest(x: number, reach: number): number {
    return Math.max(...[-1, -0.5, 0, 0.5, 1].map((part) => this.at(x + part * reach)));
  }
}

// -- marks --

export interface Sized {
  pole: number;
  width: number;
  height: number;
  /** Of the number on it. */
  text: number;
}

/** A flag's size: a blunder's is larger, a find's is smaller. */
export function flagSize(kind: 'find' | 'mistake' | 'blunder', narrow: boolean): Sized {
  if (kind === 'find') return narrow ? { pole: 20, width: 19, height: 13, text: 0 } : { pole: 27, width: 23, height: 16, text: 0 };
  if (narrow) return { pole: 30, width: 24, height: 19, text: 14 };
  return kind === 'blunder' ? { pole: 44, width: 34, height: 25, text: 18 } : { pole: 38, width: 29, height: 21, text: 15 };
}

export interface Placed {
  mark: Mark;
  x: number;
  y: number;
  /** A flag's size. */
  flag?: Sized;
  /** The radius of a sun or cloud. */
  radius?: number;
  /** Whether its points are written over it. */
  told?: boolean;
}

const RADIUS = { desk: 3, phone: 2.2 };
const TOLD = { desk: 5, phone: 7 };
/** How high a sun and a cloud are above their middle, as a share of the radius. */
export const aboveMiddle = (points: number): number => (points > 0 ? 1 : 1.45);
/** How luck rises to get out of the way of flags and neighbours, at most to the top of the sky. */
const STEP = 4;
const LINE = 19;
/** How much luck is drawn at most. */
const MOST = { desk: 20, phone: 9 };
/** How many pennants are drawn at most, and how far apart. */
const [PENNANTS, APART] = [14, 12];

const apart = (one: Box, other: Box): boolean => one[2] < other[0] || one[0] > other[2] || one[3] < other[1] || one[1] > other[3];

/**
 * Finds a place for every mark: flags where the move was made, luck above its own move. Where there are too many, small ones are left out:
 * pennants beside others, and luck without a free place.
 */
export function placed(land: Landscape, marks: readonly Mark[], title: number): Placed[] {
  const { frame } = land;
  const { horizon } = land;
  const taken: Box[] = [[0, 0, title, 28], [0, horizon - 20, frame.before - 6, horizon + 20], [frame.width - frame.after, 0, frame.width, frame.height]];
  const choices = marks.filter((mark) => mark.kind === 'choice');
  const [numbered, finds, others] = [choices.filter(({ number }) => number !== undefined), choices.filter(({ made }) => made.found), choices.filter(({ made, number }) => number === undefined && !made.found)];
  const flags = [...numbered, ...finds].flatMap((mark) => planted(land, mark, taken));
  const pennants = scattered(land, others);
  taken.push(...pennants.map(({ x, y }): Box => [x - 2, y - 17, x + 10, y]));
  const luck = marks.filter((mark) => mark.kind === 'luck').sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
  const sky = luck.slice(0, MOST[frame.narrow ? 'phone' : 'desk']).flatMap((mark) => raised(land, mark, taken));
  return [...pennants, ...sky, ...flags];
}

/**
 * A flag with a number or a tick. Of two that would cover each other, the later one has a longer pole, or a shorter one under the sky's
 * edge; a tick without a free place above the ridge is left out.
 */
function planted(land: Landscape, mark: Choice, taken: Box[]): Placed[] {
  const kind = mark.made.found ? 'find' : mark.made.label === 'blunder' ? 'blunder' : 'mistake';
  const [x, size] = [land.x(mark), flagSize(kind, land.frame.narrow)];
  const y = land.at(x);
  const box = (pole: number): Box => [x - 1, y - pole - 1, x + size.width + 2, y - pole + size.height + 1];
  const poles = [0, 1, 2, -1, -2].map((step) => size.pole + step * (size.height + 3)).filter((long) => kind !== 'find' || long >= size.height);
  const pole = poles.find((long) => box(long)[1] > 2 && box(long)[3] <= land.frame.foot && taken.every((other) => apart(box(long), other))) ?? (kind === 'find' ? null : size.pole);
  if (pole === null) return [];
  taken.push(box(pole), [x - 2, y - pole, x + 2, y]);
  return [{ mark, x, y, flag: { ...size, pole } }];
}

/** The dearest of the choices without a number, with some space between them. */
function scattered(land: Landscape, choices: readonly Choice[]): Placed[] {
  const kept: Placed[] = [];
  for (const mark of [...choices].sort((one, other) => other.made.cost - one.made.cost)) {
    const x = land.x(mark);
    if (kept.length < PENNANTS && kept.every((other) => Math.abs(other.x - x) > APART)) kept.push({ mark, x, y: land.at(x) });
  }
  return kept;
}

/** Luck just above its own move, whatever else is there. */
export function floating(land: Landscape, mark: Luck): Placed & { radius: number; half: number } {
  const { narrow } = land.frame;
  const x = land.x(mark);
  const radius = RADIUS[narrow ? 'phone' : 'desk'] * Math.sqrt(Math.abs(mark.points));
  const half = mark.points > 0 ? radius + 1 : radius * 1.75;
  const y = Math.min(...[-1, -0.5, 0, 0.5, 1].map((part) => land.at(x + part * half))) - radius - (narrow ? 9 : 16);
  return { mark, x, y, radius, half };
}

/** The same, raised to the first free place. */
function raised(land: Landscape, mark: Luck, taken: Box[]): Placed[] {
  const { x, y: lowest, radius, half } = floating(land, mark);
  const high = radius * aboveMiddle(mark.points);
  for (const told of Math.abs(mark.points) >= TOLD[land.frame.narrow ? 'phone' : 'desk'] ? [true, false] : [false]) {
    for (let y = lowest; y - high > 0; y -= STEP) {
      const wide = Math.max(half, told ? 17 : 0) + 2;
      const box: Box = [x - wide, y - high - (told ? LINE : 2), x + wide, y + radius + 2];
      if (box[1] < 3) break;
      if (!taken.every((other) => apart(box, other))) continue;
      taken.push(box);
      return [{ mark, x, y, radius, told }];
    }
  }
  return [];
}
