// Poster of the board game: mountains, a pagoda, and a rope bridge over the gorge.

import { blocks } from '../buildings';
import { explorer } from '../people';
import { palm, pine } from '../plants';
import { block, disc, each, group, line, shape } from '../svg';
import { fade, land, POSTER } from './sky';

const INK = '#2A211B';
const ROPE = '#3F2610';

const sky = (): string =>
  `<defs>${fade('board-sky', '#F1BE97', '#FBEBD2', 0, 230)}${fade('board-snow', '#A9BBCB', '#EEF1F0', 110, 280)}${fade('board-rock', '#5F7991', '#AFC0CF', 190, 320)}${fade('board-wood', '#2F8E5A', '#6CC38D', 262, 330)}${fade('board-cliff', '#15593A', '#0B3C28', 300, 416)}</defs>` +
  block(0, 0, POSTER.width, POSTER.height, 'url(#board-sky)') +
  disc(214, 138, 36, '#E58A63');

const mountains = (): string =>
  shape('M-10 290L66 140 98 182 148 104 208 196 244 160 312 290Z', 'url(#board-snow)') +
  shape('M148 104L208 196 222 290H166L152 190 160 156Z', '#7C93A8', 'opacity=".35"') +
  shape('M148 104L126 138l12-4 8 13 10-15 10 12 6-4ZM66 140l-17 33 11-5 8 11 8-11 9 4Z', '#fff') +
  shape('M-10 310L38 226 92 276 166 214 230 284 312 236V420H-10Z', 'url(#board-rock)') +
  shape('M166 214l64 70-30 40-40-70Z', '#3F566C', 'opacity=".25"');

const roof = (x: number, y: number, half: number): string => shape(`M${x - half} ${y}q6-1 ${half * 0.35}-8h${half * 1.3}q${half * 0.35 - 6} 7 ${half * 0.35} 8Z`, '#D9754F');

const crag = (): string =>
  shape('M176 300L198 252 208 240 258 238 272 254 300 250V320H176Z', '#5F7991') + shape('M232 239L258 238 272 254 300 250V320H244Z', '#40586E');

/** A pagoda of three floors on the crag. */
const pagoda = (): string =>
  line('M232 158v-12', '#2C4157', 2.4) +
  block(222, 166, 20, 12, '#5F7991') +
  block(216, 186, 32, 16, '#2C4157') +
  block(209, 210, 46, 28, '#5F7991') +
  each([[166, 17], [186, 24], [210, 32]] as const, ([y, half]) => roof(232, y, half)) +
  blocks([[221, 190], [229, 190], [237, 190], [215, 216], [224, 216], [233, 216], [242, 216], [215, 226], [242, 226]], 4, 6, '#FBEBD2') +
  shape('M229 238v-10a4 4 0 0 1 8 0v10Z', '#2C4157');

const gorge = (): string =>
  shape('M80 420C100 372 108 344 96 300L200 300C184 344 190 380 224 420Z', '#7FB3C4') +
  line('M126 336q8-5 16 0t16 0M132 366q8-5 16 0t16 0M150 350q6-4 12 0M120 392q8-5 16 0t16 0M160 398q7-5 14 0', '#DDF0F2', 2) +
  shape('M-6 420V306C20 296 60 298 96 306 108 330 100 366 84 420Z', 'url(#board-cliff)') +
  shape('M300 420V300C268 298 230 300 192 308 184 336 194 376 224 420Z', 'url(#board-cliff)')+
  shape('M96 306c12 24 4 60-12 114h-8c16-54 22-88 12-115ZM192 308c-8 28 2 68 32 112h10c-30-44-42-84-34-113Z', '#2A7A50');

const PLANKS = Array.from({ length: 15 }, (_, index) => index / 14);
const sag = (share: number, low: number): number => 4 * low * share * (1 - share);

/** A sagging rope bridge from cliff to cliff. */
const bridge = (): string =>
  line('M82 284Q144 326 206 284', ROPE, 2.6) +
  each(PLANKS, (share) => line(`M${82 + share * 124} ${284 + sag(share, 21)}L${82 + share * 124} ${308 + sag(share, 17)}`, ROPE, 1.2)) +
  each(PLANKS, (share) => block(77.5 + share * 124, 306 + sag(share, 17), 9, 5, share * 14 % 2 ? '#C28B4E' : '#B57D41', 1)) +
  line('M80 312Q144 346 208 312', ROPE, 2.6) +
  line('M80 278v38M208 278v38', ROPE, 5);

const wood = (): string =>
  land('canopy', 4, 292, 12, 16, 'url(#board-wood)') + each([[262, 306, 40], [280, 312, 56], [244, 308, 30], [18, 312, 38]] as const, ([x, y, height]) => pine(x, y, height, '#15593A'));

const palms = (): string => group(palm(0, 0, 74, '#0A3A24', 8) + palm(20, 4, 52, '#0D4A2D', 6) + palm(-15, 3, 48, '#0D4A2D', -4), 'translate(34 324) scale(1.75)');

export const boardPoster = (): string =>
  sky() +
  mountains() +
  crag() +
  pagoda() +
  wood() +
  gorge() +
  explorer(150, 326, 1.6, INK, '#E0662F') +
  explorer(122, 322, 1.35, INK, '#F2B94A') +
  bridge() +
  palms() +
  land('canopy', 9, 384, 14, -30, '#0B3C28') +
  land('canopy', 2, 404, 12, 14, '#06281A');
