// A seat's view of the board game, and what the page reads from it.

import type { View } from '../../client/wire';
import { CARD_COLORS, type CardColor } from '../../drawings/palettes';

export type PathColor = Exclude<CardColor, 'P'>;
export type FigureKind = 'e' | 's';
export type Tile = 'A' | '>' | '5' | '10' | '15';

export interface Figure {
  step: number;
  kind: FigureKind;
}

export interface BoardView extends View {
  hand?: string[];
  hand_sizes: number[];
  known: string[][];
  /** The cards each seat has laid on its paths. */
  expeditions: Partial<Record<PathColor, string[]>>[];
  discards: Partial<Record<PathColor, string[]>>;
  deck: number;
  barred: PathColor | null;
  figures: Partial<Record<PathColor, Figure>>[];
  /** Those still lying, by path and step. */
  tiles: Partial<Record<PathColor, Partial<Record<string, Tile>>>>;
  artifacts: number[];
  points: number[];
  crossed: number;
}

export const PATHS = CARD_COLORS.slice(0, 5) as readonly PathColor[];
export const STEPS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const LAST_STEP = 9;
/** The first step beyond the bridge, and how many figures over one end an expedition. */
export const BRIDGE = 7;
export const CROSSINGS = 5;

/** Where tiles are laid out: also the spaces that have become empty are drawn. */
export const SPACES: Record<PathColor, readonly number[]> = { Y: [3, 5, 6, 7, 9], B: [2, 4, 6, 7, 9], W: [2, 3, 5, 7, 9], G: [2, 4, 5, 7, 9], R: [3, 4, 6, 7, 9] };

export const colorOf = (card: string): PathColor => card[0] as PathColor;
export const numberOf = (card: string): number => Number(card.slice(1));
export const laid = (view: BoardView, seat: number, color: PathColor): readonly string[] => view.expeditions[seat]?.[color] ?? [];
export const pile = (view: BoardView, color: PathColor): readonly string[] => view.discards[color] ?? [];
export const figure = (view: BoardView, seat: number, color: PathColor): Figure | null => view.figures[seat]?.[color] ?? null;
export const hasSpace = (color: PathColor, step: number): boolean => SPACES[color].includes(step);
export const tileAt = (view: BoardView, color: PathColor, step: number): Tile | null => view.tiles[color]?.[String(step)] ?? null;
export const seats = (view: BoardView): readonly number[] => view.figures.map((_, seat) => seat);

/** Who stands on a step, by seat. */
export const standing = (view: BoardView, color: PathColor, step: number): readonly { seat: number; kind: FigureKind }[] =>
  view.figures.flatMap((own, seat) => (own[color]?.step === step ? [{ seat, kind: own[color].kind }] : []));
