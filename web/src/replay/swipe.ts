// Swiping over the table turns its pages: towards the beginning of the line is one step on.

import type { Action } from 'svelte/action';

const LEAST = 48;
/** So much longer sideways than up or down, or it was meant to scroll. */
const SIDEWAYS = 1.5;
/** Browsers go back and forth in their history where a finger comes from the edge of the screen. */
const EDGE = 24;

/** How a finger went: 1 is a step on, -1 a step back, 0 neither. `way` is -1 where lines are read from right to left. */
export function stepOf(from: { x: number; y: number }, to: { x: number; y: number }, width: number, way: 1 | -1): -1 | 0 | 1 {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (from.x < EDGE || from.x > width - EDGE) return 0;
  if (Math.abs(x) < LEAST || Math.abs(x) < SIDEWAYS * Math.abs(y)) return 0;
  return x * way < 0 ? 1 : -1;
}

export const swipe: Action<HTMLElement, (step: -1 | 1) => void> = (node, onstep) => {
  let from: Touch | null = null;
  const begin = ({ touches }: TouchEvent): void => {
    from = touches.length === 1 ? (touches[0] ?? null) : null;
  };
  const end = ({ changedTouches }: TouchEvent): void => {
    const to = changedTouches[0];
    const way = document.documentElement.dir === 'rtl' ? -1 : 1;
    const step = from && to ? stepOf({ x: from.clientX, y: from.clientY }, { x: to.clientX, y: to.clientY }, window.innerWidth, way) : 0;
    from = null;
    if (step !== 0) onstep(step);
  };
  node.addEventListener('touchstart', begin, { passive: true });
  node.addEventListener('touchend', end, { passive: true });
  return {
    destroy() {
      node.removeEventListener('touchstart', begin);
      node.removeEventListener('touchend', end);
    },
  };
};
