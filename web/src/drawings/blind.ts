// The empty column of an expedition that has not been started: its region's ridges in shades of paper, 100 x 140.

import { CARDS, type CardColor } from './palettes';
import { remembered } from './remembered';
import { ridge } from './ridge';
import { block, each, shape } from './svg';

const TONES = ['var(--blind-2)', 'var(--blind-3)', 'var(--blind-4)'] as const;
const [FIRST, STEP] = [66, 25];

export function blind(color: CardColor): string {
  const { region } = CARDS[color];
  return remembered(`blind ${color}`, () => block(0, 0, 100, 140, 'var(--blind-1)') + each(TONES, (tone, i) => shape(ridge(region, 5 + 4 * i, { y: FIRST + STEP * i, swing: 7, slope: i % 2 ? -6 : 6 }), tone)));
}
