// Swiping over the table works like turning pages: towards the start of the line is one step forward.

import type { Action } from 'svelte/action';

const LEAST = 48;
/** How much longer a swipe is sideways than up or down; otherwise it is a scroll. */
const SIDEWAYS = 1.5;
/** Pixels at the edge of the screen, where browsers use swipes for going back and forward. */
const EDGE = 24;

/** What a swipe means: 1 is a step forward, -1 a step back, 0 neither. `way` is -1 in right-to-left languages. */
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
