// The sky of every panorama: night, with rings of light in flat steps around one place, and a few stars high up.

import { seeded } from '../random';
import { block, disc, each } from '../svg';
import { PICTURE } from './crest';

const NIGHT = '#1C3741';
/** From the outermost ring to the innermost. */
const RINGS = [[520, '#274A55'], [385, '#37606A'], [198, '#6B918C'], [148, '#B9BD9B'], [104, '#F0DBA6']] as const;
const [STARS, STAR_SKY, DARK] = [30, 250, 390];
/** No stars between the letters of the title. */
const behindTitle = ({ x, y }: { x: number; y: number }): boolean => y > 35 && y < 175 && x > 130 && x < PICTURE.width - 130;

export function sky(x: number, y: number, seed: number): string {
  const random = seeded(seed + 12);
  const stars = Array.from({ length: STARS }, () => ({ x: random() * PICTURE.width, y: random() * STAR_SKY, size: 1 + random() * 1.4 }));
  const seen = stars.filter((star) => Math.hypot(star.x - x, star.y - y) > DARK && !behindTitle(star));
  return (
    block(0, 0, PICTURE.width, PICTURE.height, NIGHT) +
    each(RINGS, ([radius, color]) => disc(x, y, radius, color)) +
    each(seen, (star) => disc(Math.round(star.x), Math.round(star.y), Math.round(star.size * 10) / 10, '#DCD4B4'))
  );
}
