// How dice roll: thrown in from the side, with two bounces. Nothing moves for users who prefer reduced motion.

import { isStill } from '../../client/browser';

const TIME = 500;
/** When the dice touch the table, and how high they bounce in between: as shares of the time, and of their size. */
const PATH = [
  { offset: 0, up: 1.1, turn: -250 },
  { offset: 0.4, up: 0, turn: -70 },
  { offset: 0.58, up: 0.42, turn: -30 },
  { offset: 0.74, up: 0, turn: 6 },
  { offset: 0.87, up: 0.12, turn: 3 },
  { offset: 1, up: 0, turn: 0 },
] as const;

/** `size` is that of a die: measuring it here would force a second layout. */
export function tumble(dice: Iterable<HTMLElement>, size: number): void {
  if (isStill()) return;
  const way = document.documentElement.dir === 'rtl' ? -1 : 1;
  let index = 0;
  for (const die of dice) {
    const spin = way * (index % 2 ? 0.75 : 1);
    const frames = PATH.map(({ offset, up, turn }) => {
      const x = -way * size * (1.2 + index * 0.2) * (1 - offset) ** 2;
      return { offset, transform: `translate(${x}px, ${-up * size}px) rotate(${turn * spin}deg)`, easing: up === 0 ? 'ease-out' : 'ease-in' };
    });
    die.animate(frames, { duration: TIME, delay: index * 24, fill: 'backwards' });
    index += 1;
  }
}
