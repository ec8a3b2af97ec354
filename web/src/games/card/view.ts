// A seat's view of the card game, and helpers to read it.

import { BOXES, COLORS, FULL } from '../../box/card';
import type { Options } from '../../client/wire';
import type { CardColor } from '../../drawings/palettes';
import type { DeckView } from '../view';

export { laid, pile } from '../view';
export type CardView = DeckView<CardColor>;
export type Box = typeof FULL;

/** The cards that a table plays with: those of its size, changed by options that are not at their defaults. */
export function boxOf(options: Options): Box {
  const box = BOXES[(options.size ?? 'full') as keyof typeof BOXES];
  const chosen = Object.fromEntries(Object.entries(options).filter(([name, value]) => name in FULL && value !== FULL[name as keyof Box]));
  return { ...box, ...chosen };
}

export const colorsOf = ({ options }: { options: Options }): readonly CardColor[] => COLORS.slice(0, boxOf(options).colors);
export const colorOf = (card: string): CardColor => card[0] as CardColor;

export const isWager = (card: string): boolean => card.endsWith('*');
/** A wager counts as 0. */
export const numberOf = (card: string): number => (isWager(card) ? 0 : Number(card.slice(1)));
export const highest = (cards: readonly string[]): number => Math.max(0, ...cards.map(numberOf));
