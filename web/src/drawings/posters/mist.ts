// Poster of an expedition that nobody has seen yet: the night sky, one mountain, everything else in mist, and the two explorers.

import { explorer } from '../people';
import { block, disc, each, shape } from '../svg';
import { fade, land, POSTER } from './sky';

const [INK, PACK, OTHER_PACK] = ['#22160F', '#E0662F', '#F1E3BF'];
const RINGS = [[172, '#274A55'], [128, '#37606A'], [78, '#6B918C'], [56, '#B9BD9B'], [38, '#F0DBA6']] as const;
const STARS = [[22, 30], [58, 62], [244, 22], [270, 74], [206, 48], [96, 20], [30, 108]] as const;

const paints = (): string =>
  `<defs>${fade('mist-peak', '#8FA79A', '#CBCFB4', 186, 330)}${fade('mist-far', '#AEBBA6', '#E3DFC4', 252, 330)}${fade('mist-mid', '#C5CBB2', '#EFE8CF', 290, 370)}${fade('mist-near', '#DCDABF', '#F6EFDC', 330, 410)}</defs>`;

/** The mountain has two tops, so that it is nobody's. */
const mountain = (): string => shape('M24 340L112 214 130 196 146 216 166 188 186 212 268 340Z', 'url(#mist-peak)');

export const mistPoster = (): string =>
  paints() +
  block(0, 0, POSTER.width, POSTER.height, '#1C3741') +
  each(RINGS, ([radius, color]) => disc(150, 196, radius, color)) +
  each(STARS, ([x, y]) => disc(x, y, 1.1, '#DCD4B4')) +
  mountain() +
  land('canopy', 5, 272, 14, 22, 'url(#mist-far)') +
  land('canopy', 12, 312, 14, -26, 'url(#mist-mid)') +
  land('canopy', 8, 350, 12, 20, 'url(#mist-near)') +
  explorer(196, 382, 1.9, INK, PACK, -1) +
  explorer(222, 380, 1.65, INK, OTHER_PACK, -1) +
  land('dune', 11, 384, 16, -18, INK);
