// Which card can be next on a path, from what everyone can see.

import { type BoardView, colorOf, laid, numberOf, type PathColor } from './view';

/** The number that the path's next card is compared with, and the direction; null if any card fits. */
export function taken(view: BoardView, seat: number, color: PathColor): { number: number; way: 'up' | 'down' } | null {
  const numbers = laid(view, seat, color).map(numberOf);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (view.options.direction !== 'either' || last > first) return { number: last, way: 'up' };
  return last < first ? { number: last, way: 'down' } : null;
}

/** Whether a card can be played next on a seat's path, from what everyone can see. */
export function fits(view: BoardView, seat: number, card: string): boolean {
  const path = taken(view, seat, colorOf(card));
  return path === null || (path.way === 'up' ? numberOf(card) >= path.number : numberOf(card) <= path.number);
}
