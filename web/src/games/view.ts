// What a seat sees in games with a deck, a hand, expeditions and discard piles.

import type { View } from '../client/wire';

export interface DeckView<Color extends string = string> extends View {
  hand?: string[];
  hand_sizes: number[];
  known: string[][];
  /** The cards each seat has played. */
  expeditions: Partial<Record<Color, string[]>>[];
  discards: Partial<Record<Color, string[]>>;
  deck: number;
  barred: Color | null;
}

export const laid = <Color extends string>(view: DeckView<Color>, seat: number, color: Color): readonly string[] => view.expeditions[seat]?.[color] ?? [];
export const pile = <Color extends string>(view: DeckView<Color>, color: Color): readonly string[] => view.discards[color] ?? [];
