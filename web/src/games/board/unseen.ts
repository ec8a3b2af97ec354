// Counts the cards that this seat has not seen: in the deck, in other hands, or out of the game.

import { COPIES, NUMBERS } from '../../box/board';
import { type BoardView, colorOf, laid, numberOf, type PathColor, PATHS, pile, seats } from './view';

/** Counts by path, for the numbers from 0 up. */
export function unseen(view: BoardView): Readonly<Record<PathColor, readonly number[]>> {
  const seen = [...(view.hand ?? []), ...PATHS.flatMap((color) => [...pile(view, color), ...seats(view).flatMap((seat) => laid(view, seat, color))])];
  const left = (color: PathColor, number: number): number => COPIES - seen.filter((card) => colorOf(card) === color && numberOf(card) === number).length;
  return Object.fromEntries(PATHS.map((color) => [color, Array.from({ length: NUMBERS }, (_, number) => left(color, number))])) as Record<PathColor, number[]>;
}
