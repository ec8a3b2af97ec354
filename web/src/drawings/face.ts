// The whole picture of a card, 100 x 140: sky, far and middle ridge, landmark, near and front ridge, explorers, grain.

import { cardGrain } from './grain';
import type { Kind } from './kind';
import { LANDMARKS } from './landmarks';
import { CARDS, type Palette } from './palettes';
import { paint } from './paints';
import { boat, explorer, tent } from './people';
import { remembered } from './remembered';
import { type Region, ridge } from './ridge';
import { block, disc, line, shape } from './svg';

function travellers(palette: Palette, rank: number): string {
  const odd = rank % 2 === 1;
  const way = odd ? 1 : -1;
  if (palette.region === 'wave') return boat(odd ? 36 : 62, 111, 1.05, palette.front, palette.accent, way);
  const [x, y] = odd ? [26, 116] : [74, 113];
  const second = rank > 4 ? explorer(x - way * 13, y + 2, 0.8, palette.front, palette.mid, way) : '';
  return explorer(x, y, 0.95, palette.front, palette.accent, way) + second;
}

function foreground(palette: Palette, rank: number, seed: number): string {
  const front = shape(ridge(palette.region, seed + 3, { y: 112, swing: 9, slope: -10 }), palette.front);
  const people = travellers(palette, rank);
  return palette.region === 'wave' ? people + front : front + people;
}

function numberScene(palette: Palette, rank: number, seed: number): string {
  const landmark = LANDMARKS[palette.letter as Kind['color']][rank]?.(palette) ?? '';
  const near = shape(ridge(palette.region, seed + 2, { y: 84, swing: 8, slope: 6 }), paint(palette, 'near'));
  return landmark + near + foreground(palette, rank, seed);
}

const compass = (palette: Palette): string =>
  disc(57, 33, 17.5, palette.accent) + disc(57, 33, 14.5, palette.base) + line('M57 13v5M57 48v5M37 33h5M72 33h5', palette.accent, 1.6);

const rose = (palette: Palette): string =>
  [0, 90, 180, 270].map((angle) => shape('M57 33L53.8 29.8 57 19Z', palette.light, `transform="rotate(${angle} 57 33)"`) + shape('M57 33L60.2 29.8 57 19Z', palette.mid, `transform="rotate(${angle} 57 33)"`)).join('');

function campfire(palette: Palette): string {
  const logs = line('M38 120l13-3M38 117l13 3', palette.near, 2);
  return logs + shape('M40 118c3-7 2-10 4.5-14 1 5 5.5 7 4.5 14Z', palette.accent) + shape('M42.5 118c1-4 1-5 2-7 1 2 2.5 4 1.5 7Z', palette.light);
}

/** A wager: the compass over the base camp. By the sea the camp stands on a beach. */
function campScene(palette: Palette, seed: number): string {
  const ground: Region = palette.region === 'wave' ? 'dune' : palette.region;
  const beach = palette.region === 'wave' ? shape('M0 97C26 84 78 84 100 93V140H0Z', palette.accent, 'opacity=".9"') : '';
  const near = shape(ridge(ground, seed + 2, { y: 94, swing: 7, slope: 6 }), paint(palette, 'near'));
  const camp = tent(60, 95, 1.7, palette.front, palette.near, palette.accent) + tent(27, 99, 1.05, palette.near, palette.front, palette.light);
  const front = shape(ridge(ground, seed + 3, { y: 116, swing: 7, slope: -4 }), palette.front);
  return compass(palette) + rose(palette) + beach + near + camp + front + explorer(78, 122, 1.1, palette.front, palette.accent, -1) + campfire(palette);
}

/** Everything in front of the sky: hills, landmark, land and explorers. */
export function scenery({ color, rank }: Kind): string {
  const palette = CARDS[color];
  const seed = (rank === '*' ? 0 : rank) * 7 + 3;
  const far = shape(ridge(palette.region, seed, { y: 42, swing: 6, slope: 6 }), paint(palette, 'far'));
  const middle = shape(ridge(palette.region, seed + 1, { y: 60, swing: 9, slope: -8 }), paint(palette, 'mid'), 'opacity=".8"');
  const scene = rank === '*' ? campScene(palette, seed) : numberScene(palette, rank, seed);
  return far + middle + scene + cardGrain(color === 'W' ? 0.12 : 0.22);
}

/** The picture of a full card, without its edge, numeral and letter. */
export const face = (kind: Kind): string =>
  remembered(`face ${kind.color}${kind.rank}`, () => block(0, 0, 100, 140, CARDS[kind.color].base) + scenery(kind));
