// Where everything lies on the board: five winding paths of nine steps, as data, in a wide map for desks and a narrow one for phones.

import { BRIDGE, COLORS, STEPS as LAST_STEP } from '../../box/board';

export type BoardColor = (typeof COLORS)[number];
export const BOARD_COLORS: readonly BoardColor[] = COLORS;
export const STEPS: readonly number[] = Array.from({ length: LAST_STEP }, (_, index) => index + 1);

export type Point = readonly [x: number, y: number];

export interface Geometry {
  name: string;
  width: number;
  height: number;
  /** Half width and half height of a step's stone. */
  stone: Point;
  /** Size of the numeral on it. */
  numeral: number;
  /** From a tile's middle to its sides. */
  tile: number;
  /** Height of an explorer; the scientist is 1.2 times as large. */
  figure: number;
  /** How far a path swings to either side. */
  sway: number;
  /** Height of step 1, and from step to step; beyond the bridge all lies higher by `gap`. */
  foot: number;
  pitch: number;
  gap: number;
  /** Scale of the lost cities and of the ridges. */
  city: number;
  ridge: number;
  /** Figures stand beside the stone, or on its far rim where there is no room beside it. */
  stand: 'beside' | 'above';
}

export const WIDE: Geometry = { name: 'wide', width: 1010, height: 634, stone: [27, 20.5], numeral: 18.5, tile: 18, figure: 40, sway: 34, foot: 596, pitch: 55, gap: 30, city: 1.02, ridge: 2, stand: 'beside' };
export const NARROW: Geometry = { name: 'narrow', width: 360, height: 532, stone: [16, 12.5], numeral: 13, tile: 8.5, figure: 24, sway: 4, foot: 502, pitch: 47, gap: 22, city: 0.62, ridge: 1, stand: 'above' };

/** How each path swings from step to step, as shares of the sway: never 0, so that one side always has room for figures. */
const SWINGS: Record<BoardColor, readonly number[]> = {
  Y: [0.5, 1, 0.6, -0.5, -1, -0.6, 0.5, 1, 0.5],
  B: [-0.5, -1, -0.6, 0.5, 1, 0.6, -0.6, -1, -0.5],
  W: [0.6, 1, 0.5, -0.6, -1, -0.5, 0.5, 1, 0.6],
  G: [-0.6, -1, -0.5, 0.6, 1, 0.6, -0.5, -1, -0.6],
  R: [0.5, 0.9, -0.5, -1, -0.6, 0.6, 1, 0.6, -0.5],
};

export const middle = (geometry: Geometry, color: BoardColor): number => (geometry.width / 5) * (BOARD_COLORS.indexOf(color) + 0.5);

const swing = (color: BoardColor, step: number): number => SWINGS[color][step - 1] ?? 0.5;

/** The side, 1 or -1, on which a path bulges at a step: the tile lies there, figures on the other. */
export const outside = (color: BoardColor, step: number): 1 | -1 => (swing(color, step) > 0 ? 1 : -1);

/** The middle of a step's stone. */
export function stepAt(geometry: Geometry, color: BoardColor, step: number): Point {
  const y = geometry.foot - (step - 1) * geometry.pitch - (step >= BRIDGE ? geometry.gap : 0);
  return [middle(geometry, color) + geometry.sway * swing(color, step), y];
}

export function tileAt(geometry: Geometry, color: BoardColor, step: number): Point {
  const [x, y] = stepAt(geometry, color, step);
  const overlap = geometry.stand === 'above' ? 3 : 0;
  return [x + outside(color, step) * (geometry.stone[0] + geometry.tile - overlap), y];
}

/** Where the foot of one of `count` figures on a step stands. */
export function figureAt(geometry: Geometry, color: BoardColor, step: number, index: number, count: number): Point {
  const [x, y] = stepAt(geometry, color, step);
  const side = -outside(color, step);
  if (geometry.stand === 'above') return [x + (index - (count - 1) / 2) * 14.5 + side * 2, y - geometry.stone[1] + 1];
  const room = geometry.width / 10 + Math.abs(x - middle(geometry, color)) - geometry.stone[0] - 8;
  const space = Math.min(27, room / count);
  return [x + side * (geometry.stone[0] + 10 + index * space), y + 11];
}

/** The middle of the river, which crosses every path below its bridge. */
export function riverAt(geometry: Geometry, x: number): number {
  const calm = geometry.foot - (BRIDGE - 1.5) * geometry.pitch - geometry.gap / 2;
  const share = x / geometry.width;
  return calm + geometry.gap * (0.24 * Math.sin(share * 12 + 0.6) + 0.14 * Math.sin(share * 30));
}
