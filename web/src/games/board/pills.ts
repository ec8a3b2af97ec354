// Finds places for text on the map where it covers nothing.

import { figureAt, type Geometry, outside, type Point, stepAt, tileAt } from '../../drawings/board/geometry';
import type { Standing } from './standing';
import { hasSpace, type PathColor, PATHS } from './view';

interface Spot {
  at: Point;
  /** The side of the point that the text is on. */
  side: 1 | -1;
  /** Whether there is room for more than a number. */
  long: boolean;
}

type Span = readonly [from: number, to: number];

/** Widths as multiples of the distance between steps. */
const [LONG, SHORT, GAP, FIGURE] = [2.3, 1.35, 0.28, 0.26];

const about = (x: number, half: number): Span => [x - half, x + half];

/** Everything in the row of a step, on all paths: rows have the same height everywhere. */
function taken(geometry: Geometry, standing: readonly Standing[], row: number): Span[] {
  const feet = standing.filter(({ step }) => step === row).map(({ color, slot }) => about(figureAt(geometry, color, row, slot)[0], FIGURE * geometry.pitch));
  const stones = PATHS.map((color) => about(stepAt(geometry, color, row)[0], geometry.stone[0]));
  const tiles = PATHS.filter((color) => hasSpace(color, row)).map((color) => about(tileAt(geometry, color, row)[0], geometry.tile));
  return [...stones, ...tiles, ...feet];
}

/** Returns a place for a few words beside a step; null if there is none. */
export function besideStep(geometry: Geometry, standing: readonly Standing[], color: PathColor, step: number): Spot | null {
  const [x, y] = stepAt(geometry, color, step);
  const { stone: [wide], pitch, width } = geometry;
  const spans = taken(geometry, standing, step);
  const free = (side: 1 | -1, length: number): boolean => {
    const near = x + side * (wide + GAP * pitch);
    const [from, to] = side === 1 ? [near, near + length * pitch] : [near - length * pitch, near];
    return from > 0 && to < width && spans.every(([left, right]) => right < from || left > to);
  };
  const inner = outside(color, step) === 1 ? -1 : 1;
  for (const length of [LONG, SHORT])
    for (const side of [inner, -inner as 1 | -1] as const) if (free(side, length)) return { at: [x + side * (wide + GAP * pitch), y], side, long: length === LONG };
  return null;
}

/** Returns a place below a figure, away from the map's edges. */
export function belowFigure(geometry: Geometry, { color, step, slot }: Standing): Point {
  const [x, y] = figureAt(geometry, color, step, slot);
  const { stone: [, high], pitch, width } = geometry;
  return [Math.min(Math.max(x, pitch), width - pitch), y + 0.47 * high + 0.13 * pitch];
}
