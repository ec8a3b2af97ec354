// Where everything lies on the board: five winding paths of nine steps, on a map of any size.

import { BRIDGE, COLORS, STEPS as LAST_STEP } from '../../box/board';

export type BoardColor = (typeof COLORS)[number];
export const BOARD_COLORS: readonly BoardColor[] = COLORS;
export const STEPS: readonly number[] = Array.from({ length: LAST_STEP }, (_, index) => index + 1);

export type Point = readonly [x: number, y: number];

export interface Geometry {
  width: number;
  height: number;
  /** Width of a path's region. */
  region: number;
  /** Half width and half height of a step's stone. */
  stone: Point;
  /** Size of the numeral on it. */
  numeral: number;
  /** From a tile's middle to its sides, and how far it overlaps its stone. */
  tile: number;
  overlap: number;
  /** Height of an explorer; the scientist is 1.2 times as high. */
  figure: number;
  /** How far a path swings to either side; where space is short, away from its tiles. */
  sway: number;
  /** Height of step 1, and the distance between steps; everything beyond the bridge is higher by `gap`. */
  foot: number;
  pitch: number;
  gap: number;
  /** Scale of the lost cities and of the ridges. */
  city: number;
  ridge: number;
}

/** Heights in steps: the river, above the last step at the least and at the most, and below the first step. */
const [RIVER, TOP, MORE_TOP, BELOW] = [0.52, 1.12, 2.25, 0.64];
/** Map heights: at the first there is no room to spare above the last step, from the second on there is all it can use. */
const [LOW, HIGH] = [320, 560];
/** However small the map, figures and tiles can be told apart and tapped: 24 px. */
const [LEAST_TILE, LEAST_FIGURE, LEAST_NUMERAL] = [11.4, 27, 12];
/** A figure's width as a share of its height. */
const FIGURE_WIDTH = 0.68;
/** Sides of a tile's drawing as a multiple of `tile`. */
export const TILE_SIDES = 2.12;

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** `foot` is the height kept free below the paths. */
export function geometryOf(width: number, height: number, foot = 0): Geometry {
  const region = width / BOARD_COLORS.length;
  const spare = between(0, (height - LOW) / (HIGH - LOW), 1);
  const pitch = (height - foot) / (STEPS.length - 1 + RIVER + TOP + spare * (MORE_TOP - TOP) + BELOW);
  const wide = Math.min(0.52 * pitch, 0.225 * region);
  const high = Math.min(0.373 * pitch, 0.78 * wide);
  const tile = Math.max(LEAST_TILE, Math.min(0.33 * pitch, (region - 2 * wide - 22) / 2));
  const figure = Math.max(LEAST_FIGURE, Math.min(0.73 * pitch, 0.38 * region));
  const overlap = between(0, FIGURE_WIDTH * figure + 2 + 2 * wide + TILE_SIDES * tile - region, 4);
  const sway = between(-6, region / 2 - wide - TILE_SIDES * tile + overlap - 1, 0.17 * region);
  const gap = RIVER * pitch;
  const first = height - foot - BELOW * pitch;
  const top = first - (STEPS.length - 1) * pitch - gap;
  const city = Math.max(0.2, Math.min(region / 116, (top - high - 5) / 86));
  return { width, height, region, stone: [wide, high], numeral: Math.max(LEAST_NUMERAL, 0.9 * high), tile, overlap, figure, sway, foot: first, pitch, gap, city, ridge: Math.max(0.9, region / 101) };
}

/** Whether there is room for a path's sign beside its first step; otherwise it goes below. */
export const hasRoomForSigns = (region: number): boolean => region >= 146;

/** How each path swings from step to step, as shares of the sway: never 0, so that there is always room for figures on one side. */
const SWINGS: Record<BoardColor, readonly number[]> = {
  Y: [0.5, 1, 0.6, -0.5, -1, -0.6, 0.5, 1, 0.5],
  B: [-0.5, -1, -0.6, 0.5, 1, 0.6, -0.6, -1, -0.5],
  W: [0.6, 1, 0.5, -0.6, -1, -0.5, 0.5, 1, 0.6],
  G: [-0.6, -1, -0.5, 0.6, 1, 0.6, -0.5, -1, -0.6],
  R: [0.5, 0.9, -0.5, -1, -0.6, 0.6, 1, 0.6, -0.5],
};

export const middle = ({ region }: Geometry, color: BoardColor): number => region * (BOARD_COLORS.indexOf(color) + 0.5);

const swing = (color: BoardColor, step: number): number => SWINGS[color][step - 1] ?? 0.5;

/** The side, 1 or -1, on which a path bulges at a step: the tile lies there, and figures stand on the other side. */
export const outside = (color: BoardColor, step: number): 1 | -1 => (swing(color, step) > 0 ? 1 : -1);

/** The middle of a step's stone; figures enter from step 0. */
export function stepAt(geometry: Geometry, color: BoardColor, step: number): Point {
  const { foot, pitch, gap, sway, height, figure } = geometry;
  if (step < 1) return [middle(geometry, color), height + figure];
  return [middle(geometry, color) + sway * swing(color, step), foot - (step - 1) * pitch - (step >= BRIDGE ? gap : 0)];
}

/** Where the sign with a path's letter stands. */
export function signAt(geometry: Geometry, color: BoardColor): Point {
  const [x, y] = stepAt(geometry, color, 1);
  const { stone: [wide], pitch, region, height } = geometry;
  return hasRoomForSigns(region) ? [x + outside(color, 1) * (wide + 0.47 * pitch), y] : [x, height - 13];
}

export function tileAt(geometry: Geometry, color: BoardColor, step: number): Point {
  const [x, y] = stepAt(geometry, color, step);
  return [x + outside(color, step) * (geometry.stone[0] + (TILE_SIDES / 2) * geometry.tile - geometry.overlap), y];
}

/** How many figures can stand on a step: one of each player. */
export const SLOTS: readonly number[] = [0, 1, 2, 3];

/** Where a figure's foot stands on a step: beside the stone, the third and fourth behind the first two. */
export function figureAt(geometry: Geometry, color: BoardColor, step: number, slot: number): Point {
  const [x, y] = stepAt(geometry, color, step);
  if (step < 1) return [x, y];
  const { stone: [wide, high], region, sway, figure } = geometry;
  const girth = FIGURE_WIDTH * figure;
  const room = region / 2 + 0.5 * sway - wide;
  const space = between(0.58 * girth, room - 0.9 * girth, 0.95 * girth);
  const out = [0, 1, 0.5, room > 2.6 * girth ? 1.5 : -0.5][slot] ?? 0;
  const back = slot > 1 ? 0.3 * figure : 0;
  return [x - outside(color, step) * (wide + 0.37 * girth + out * space), y + 0.53 * high - back];
}

/** The middle of the river, which crosses every path below its bridge. */
export function riverAt(geometry: Geometry, x: number): number {
  const calm = geometry.foot - (BRIDGE - 1.5) * geometry.pitch - geometry.gap / 2;
  const share = x / geometry.width;
  return calm + geometry.gap * (0.24 * Math.sin(share * 12 + 0.6) + 0.14 * Math.sin(share * 30));
}
