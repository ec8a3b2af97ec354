// A seat's view of the card game, and what the page reads from it.

import type { Options, View } from '../../client/wire';
import { CARD_COLORS, type CardColor } from '../../drawings/palettes';

export interface CardView extends View {
  hand?: string[];
  hand_sizes: number[];
  known: string[][];
  expeditions: Partial<Record<CardColor, string[]>>[];
  discards: Partial<Record<CardColor, string[]>>;
  deck: number;
  barred: CardColor | null;
}

export const colorsOf = ({ options }: { options: Options }): readonly CardColor[] =>
  options.size === 'mini' ? CARD_COLORS.slice(0, 2) : CARD_COLORS.slice(0, Number(options.colors ?? 5));

export const colorOf = (card: string): CardColor => card[0] as CardColor;
export const laid = (view: CardView, seat: number, color: CardColor): readonly string[] => view.expeditions[seat]?.[color] ?? [];
export const pile = (view: CardView, color: CardColor): readonly string[] => view.discards[color] ?? [];
