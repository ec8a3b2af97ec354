// Poster of the card game: a lost city in the desert at sunset, and the two explorers who found it.

import { arches, blocks, onion } from '../buildings';
import { palm } from '../plants';
import { explorer } from '../people';
import { block, disc, each, group, line, shape } from '../svg';
import { fade, land, POSTER } from './sky';

const WALL = '#96561B';
const SHADE = '#7A4214';
const DEEP = '#4E2A10';
const DOME = '#E0662F';
const LIGHT = '#FFE9A8';

interface Tower {
  x: number;
  width: number;
  top: number;
  dome: string;
}

const TOWERS: readonly Tower[] = [
  { x: 78, width: 20, top: 222, dome: DEEP },
  { x: 206, width: 20, top: 218, dome: DEEP },
  { x: 103, width: 22, top: 194, dome: DOME },
  { x: 176, width: 24, top: 188, dome: DOME },
  { x: 134, width: 34, top: 162, dome: DOME },
];

function tower({ x, width, top, dome }: Tower): string {
  const walls = block(x, top, width, 300 - top, WALL) + block(x + width * 0.6, top, width * 0.4, 300 - top, SHADE);
  const cornice = block(x - 2, top, width + 4, 4, DEEP);
  return walls + cornice + onion(x + width / 2, top, width * 0.36, dome) + line(`M${x + width / 2} ${top - width * 0.86}v-8`, dome, 1.4);
}

const battlements = (): string => blocks(Array.from({ length: 13 }, (_, index) => [66 + index * 13.6, 234] as const), 8, 8, WALL);

function city(): string {
  const wall = block(64, 240, 176, 70, WALL) + block(178, 240, 62, 70, SHADE);
  const gate = shape('M137 310v-30a14 15 0 0 1 28 0v30Z', DEEP) + shape('M141 310v-28a10 11 0 0 1 20 0v28Z', '#2A1508');
  const lights: (readonly [number, number])[] = [[151, 176], [144, 190], [158, 190], [151, 208], [112, 208], [118, 222], [186, 202], [192, 218], [88, 236], [215, 232], [84, 258], [104, 262], [196, 258], [222, 264], [120, 250], [180, 246]];
  return each(TOWERS, tower) + wall + battlements() + gate + arches(lights, LIGHT);
}

const birds = (): string => line('M206 112q5-6 9 0 5-6 9 0M226 128q4-5 7 0 4-5 7 0M60 138q4-5 7 0 4-5 7 0', '#8A4A14', 1.6);

const sky = (): string =>
  `<defs>${fade('card-sky', '#F09A3A', '#F7DA58', 0, 250)}${fade('card-far', '#E6B638', '#F5D547', 190, 280)}${fade('card-mid', '#D0902A', '#E6B638', 262, 340)}${fade('card-near', '#96561B', '#C98A2A', 316, 410)}</defs>` +
  block(0, 0, POSTER.width, POSTER.height, 'url(#card-sky)') +
  disc(151, 196, 82, '#FBE08A') +
  disc(151, 196, 70, LIGHT);

const people = (): string =>
  explorer(198, 356, 2.1, DEEP, DOME) + explorer(164, 362, 1.8, DEEP, '#FFF7D2');

export const cardPoster = (): string =>
  sky() +
  birds() +
  land('dune', 3, 222, 18, -14, 'url(#card-far)') +
  city() +
  land('dune', 8, 286, 22, 34, 'url(#card-mid)') +
  group(palm(0, 0, 64, DEEP, 6) + palm(17, 3, 42, '#7A4214', 4), 'translate(34 330) scale(1.7)') +
  land('dune', 5, 334, 24, -36, 'url(#card-near)') +
  people() +
  land('dune', 11, 378, 18, 26, DEEP);
