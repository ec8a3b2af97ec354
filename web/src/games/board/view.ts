// A seat's view of the board game, and helpers to read it.

import { SPACES as ALL_SPACES, SPACES_A_PATH, type TILE_NAMES } from '../../box/board';
import { BOARD_COLORS as PATHS, type BoardColor as PathColor, STEPS } from '../../drawings/board/geometry';
import type { DeckView } from '../view';

export { laid, pile } from '../view';
export { BRIDGE, CROSSINGS, STEPS as LAST_STEP } from '../../box/board';
export { type PathColor, PATHS, STEPS };
export type FigureKind = 'e' | 's';
export type Tile = Exclude<(typeof TILE_NAMES)[number], ''>;

export interface Figure {
  step: number;
  kind: FigureKind;
}

export interface BoardView extends DeckView<PathColor> {
  figures: Partial<Record<PathColor, Figure>>[];
  /** The tiles still on the map, by path and step. */
  tiles: Partial<Record<PathColor, Partial<Record<string, Tile>>>>;
  artifacts: number[];
  points: number[];
  crossed: number;
}

/** Groups a list with one entry per tile space by path, from the lowest space up. */
export const byPath = <T>(all: readonly T[]): Record<PathColor, T[]> =>
  Object.fromEntries(PATHS.map((path, i) => [path, all.slice(SPACES_A_PATH * i, SPACES_A_PATH * (i + 1))])) as Record<PathColor, T[]>;

/** The spaces for tiles: they are drawn even when empty. */
export const SPACES: Record<PathColor, readonly number[]> = byPath<number>(ALL_SPACES);

export const colorOf = (card: string): PathColor => card[0] as PathColor;
export const numberOf = (card: string): number => Number(card.slice(1));
export const figure = (view: BoardView, seat: number, color: PathColor): Figure | null => view.figures[seat]?.[color] ?? null;
export const hasSpace = (color: PathColor, step: number): boolean => SPACES[color].includes(step);
export const tileAt = (view: BoardView, color: PathColor, step: number): Tile | null => view.tiles[color]?.[String(step)] ?? null;
export const seats = (view: BoardView): readonly number[] => view.figures.map((_, seat) => seat);
