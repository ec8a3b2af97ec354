// Contour lines of an invented map: marching squares over its terrain, with the short segments joined into long smooth lines.

import { type Terrain, terrain } from './terrain';

interface Contour {
  path: string;
  /** Every fourth line is a thick one. */
  strong: boolean;
}

type Point = readonly [x: number, y: number];

/** The corners of a cell, clockwise. */
const CORNERS: readonly Point[] = [[0, 0], [1, 0], [1, 1], [0, 1]];

const name = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;

/** Where the level crosses the four sides of a cell: none, two or four points. */
function crossings(land: Terrain, column: number, row: number, level: number): Point[] {
  const corners = CORNERS.map(([right, down]) => ({ x: column + right, y: row + down, height: land.height(column + right, row + down) }));
  return corners.flatMap((from, side): Point[] => {
    const to = corners[(side + 1) % 4] ?? from;
    if (from.height < level === to.height < level) return [];
    const share = (level - from.height) / (to.height - from.height);
    return [[(from.x + (to.x - from.x) * share) * land.cell, (from.y + (to.y - from.y) * share) * land.cell]];
  });
}

class Lines {
  private readonly ends = new Map<string, { point: Point; next: Set<string> }>();

  add(a: Point, b: Point): void {
    this.link(a, name(b));
    this.link(b, name(a));
  }

  private link(from: Point, to: string): void {
    const known = this.ends.get(name(from)) ?? { point: from, next: new Set() };
    known.next.add(to);
    this.ends.set(name(from), known);
  }

  private walk(start: string): Point[] {
    const points: Point[] = [];
    for (let at: string | undefined = start; at !== undefined; ) {
      const here = this.ends.get(at);
      const [next]: string[] = [...(here?.next ?? [])];
      if (here) points.push(here.point);
      if (next !== undefined) {
        here?.next.delete(next);
        this.ends.get(next)?.next.delete(at);
      }
      at = next;
    }
    return points;
  }

  /** All lines: first the open ones, each from one of its ends, then the closed ones. */
  *walks(): Generator<Point[]> {
    for (const [start, { next }] of this.ends) if (next.size === 1) yield this.walk(start);
    for (const [start, { next }] of this.ends) if (next.size) yield this.walk(start);
  }
}

/** A curve through the midpoints of neighbouring points. */
function smooth(points: readonly Point[]): string {
  const first = points[0];
  if (!first) return '';
  const bends = points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return `Q${name(before)} ${name([(before[0] + point[0]) / 2, (before[1] + point[1]) / 2])}`;
  });
  return `M${name(first)}${bends.join('')}L${name(points.at(-1) ?? first)}`;
}

const LEVELS = Array.from({ length: 17 }, (_, index) => -0.72 + index * 0.16);

/** The levels that cross a cell: most cells are crossed by none, the others by few. */
function levelsAt(land: Terrain, column: number, row: number): number[] {
  const heights = CORNERS.map(([right, down]) => land.height(column + right, row + down));
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  return LEVELS.filter((level) => lowest < level && level <= highest);
}

export function contours(width: number, height: number, seed = 5): Contour[] {
  const land = terrain(width, height, seed, 17);
  const lines = new Map(LEVELS.map((level) => [level, new Lines()]));
  for (let row = 0; row < land.rows - 1; row++)
    for (let column = 0; column < land.columns - 1; column++)
      for (const level of levelsAt(land, column, row)) {
        const [a, b, c, d] = crossings(land, column, row, level);
        if (a && b) lines.get(level)?.add(a, b);
        if (c && d) lines.get(level)?.add(c, d);
      }
  return [...lines.values()].map((line, index) => ({ path: [...line.walks()].map(smooth).join(''), strong: index % 4 === 0 })).filter(({ path }) => path);
}
