// Where words can stand on the map: beside a step where nothing else is in the row, else above it.

import { figureAt, type Geometry, outside, type Point, stepAt, tileAt } from '../../drawings/board/geometry';
import { type BoardView, hasSpace, type PathColor, PATHS, standing } from './view';

export interface Spot {
  at: Point;
  /** On which side of the point the words lie; 0 is about it. */
  side: 1 | -1 | 0;
  /** Whether there is room for more than a number. */
  long: boolean;
}

type Span = readonly [from: number, to: number];

const LONG = 124;
const SHORT = 72;
const GAP = 15;
const FIGURE = 14;

const about = (x: number, half: number): Span => [x - half, x + half];

/** All that lies in the row of a step, on every path: the rows are the same height everywhere. */
function taken(geometry: Geometry, view: BoardView, step: number): Span[] {
  return PATHS.flatMap((color) => {
    const figures = standing(view, color, step);
    const feet = figures.map((_, index) => about(figureAt(geometry, color, step, index, figures.length)[0], FIGURE));
    const tiles = hasSpace(color, step) ? [about(tileAt(geometry, color, step)[0], geometry.tile)] : [];
    return [about(stepAt(geometry, color, step)[0], geometry.stone[0]), ...tiles, ...feet];
  });
}

/** A place for a few words that belong to a step. */
export function besideStep(geometry: Geometry, view: BoardView, color: PathColor, step: number): Spot {
  const [x, y] = stepAt(geometry, color, step);
  const [wide, high] = geometry.stone;
  const above: Spot = { at: [x, y - high - (geometry.stand === 'above' ? 12 : 22)], side: 0, long: false };
  if (geometry.stand === 'above') return above;
  const spans = taken(geometry, view, step);
  const free = (side: 1 | -1, length: number): boolean => {
    const near = x + side * (wide + GAP);
    const [from, to] = side === 1 ? [near, near + length] : [near - length, near];
    return from > 0 && to < geometry.width && spans.every(([left, right]) => right < from || left > to);
  };
  const inner = outside(color, step) === 1 ? -1 : 1;
  for (const length of [LONG, SHORT])
    for (const side of [inner, -inner as 1 | -1] as const) if (free(side, length)) return { at: [x + side * (wide + GAP), y], side, long: length === LONG };
  return above;
}

/** A place below the figures on a step, clear of the map's edges. */
export function belowFigures(geometry: Geometry, color: PathColor, step: number): Point {
  const [x, y] = stepAt(geometry, color, step);
  const [wide, high] = geometry.stone;
  const away = x - outside(color, step) * (wide + 12);
  return [Math.min(Math.max(away, 50), geometry.width - 50), y + high + 7];
}
