// The travellers of every landscape: explorers on foot or in a boat, and their tents.

import { disc, group, line, shape } from './svg';

const placed = (content: string, x: number, y: number, scale: number, way: 1 | -1): string =>
  group(content, `translate(${x} ${y}) scale(${scale * way} ${scale})`);

/** An explorer with hat, pack and staff, feet at x, y. */
export function explorer(x: number, y: number, scale: number, color: string, pack: string, way: 1 | -1 = 1): string {
  const hat = shape('M-6.5-17.8h13l-2.6-1.4-.8-3.3h-6.2l-.8 3.3Z', color);
  const body = disc(0, -16.3, 2.9, color) + shape('M-3.6-13.2h7l1.2 6.2-1 .6.6 6.4h-2.6l-1.4-5.5L-2 0h-2.7l1-7Z', color);
  const load = shape('M-3.4-13.2c-3.6-.3-4.6 1.6-4.6 5 0 1.2.8 1.6 4 1.6Z', pack);
  return placed(hat + body + load + line('M3-12L7.5-9.3M7.8-13.5L9 0', color, 1.1), x, y, scale, way);
}

/** Two explorers in a rowing boat. */
export function boat(x: number, y: number, scale: number, color: string, pack: string, way: 1 | -1 = 1): string {
  const crew = explorer(-2, -1, 0.8, color, pack) + explorer(-12, -1, 0.7, color, pack);
  return placed(crew + shape('M-20-6H14C12 0 9 3 5 3H-12C-16 3-19 0-20-6Z', color) + line('M4-9L14 4', pack, 1.4), x, y, scale, way);
}

/** A tent of the base camp with its flag. */
export function tent(x: number, y: number, scale: number, cloth: string, shade: string, flag: string): string {
  const canvas = shape('M-13 0L0-17 13 0Z', cloth) + shape('M-13 0L0-17-4.5 0Z', shade) + shape('M-2.2 0L1.2-8.5 4.8 0Z', flag);
  return placed(canvas + line('M0-17V-22', cloth, 1) + shape('M0-22l6.5 2-6.5 2Z', flag), x, y, scale, 1);
}
