// Night over the hills, behind deck and dice: a moon and three ridges at any size.

import { ridge } from './ridge';
import { seeded } from './random';
import { disc, each, shape } from './svg';

const HILLS = [
  { color: '#2E505B', up: 0.3, swing: 22, slope: 40 },
  { color: '#1B323B', up: 0.2, swing: 18, slope: -34 },
  { color: '#12262D', up: 0.1, swing: 12, slope: 14 },
] as const;

function stars(width: number, height: number): string {
  const random = seeded(21);
  return each(Array.from({ length: 14 }), () => disc(random() * width, random() * height * 0.5, random() > 0.7 ? 1.3 : 0.8, '#CFC3A2'));
}

/** `moon` is the moon's place as shares of width and height. */
export function night(width: number, height: number, moon: readonly [number, number] = [0.8, 0.19]): string {
  const radius = Math.round(Math.min(width, height) * 0.145);
  const hills = each(HILLS, ({ color, up, swing, slope }, index) =>
    shape(ridge('lava', 3 + index * 4, { y: height * (1 - up), swing: Math.min(swing, height * 0.17), width, height, slope: Math.min(slope, height * 0.14) }), color),
  );
  return `<g opacity=".5">${stars(width, height)}</g>` + disc(width * moon[0], height * moon[1], radius, '#E9C46A') + hills;
}
