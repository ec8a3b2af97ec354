// The trail of a lesson: one stop per step, and the lost city at its end.

import { block, shape } from './svg';

export const HEIGHT = 44;
const [START, END] = [14, 40];

export type Stop = readonly [x: number, y: number];

/** The stops of a trail and, as the last one, its end at the city. */
export function stopsOf(count: number, width: number): Stop[] {
  const gap = (width - START - END) / count;
  return Array.from({ length: count + 1 }, (_, i) => [START + i * gap, 32 + Math.sin(i * 1.9 + 0.6) * 3.5] as const);
}

/** The way along some stops, as the path of a line. */
export function wayAlong(stops: readonly Stop[]): string {
  return stops.map(([x, y], i) => {
    const [fromX, fromY] = stops[i - 1] ?? [x, y];
    const half = (x - fromX) / 2;
    return i === 0 ? `M${x} ${y}` : `C${fromX + half} ${fromY} ${x - half} ${y} ${x} ${y}`;
  }).join('');
}

/** The city, its foot centred at a stop. */
export const cityAt = ([x, y]: Stop, color: string): string =>
  block(x - 9, y - 10, 7, 14, color) + block(x - 3, y - 17, 10, 21, color) + block(x + 6, y - 11, 7, 15, color) + shape(`M${x - 4} ${y - 16}l6-9 6 9Z`, color);
