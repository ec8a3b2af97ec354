// Pictures for pages that lead nowhere: two explorers in a misty landscape, and what blocks their way. 340 x 190.

import { explorer, tent } from './people';
import { fade } from './posters/sky';
import { ridge, type Region } from './ridge';
import { block, disc, each, line, shape } from './svg';

/** The trail ends; a gate is closed; the camp is empty; the bridge is down. */
export type Scene = 'signpost' | 'gate' | 'camp' | 'bridge';

export const ASTRAY = { width: 340, height: 190 } as const;

const DARK = '#22160F';
const WOOD = '#7A4E25';
const PLANK = '#C28B4E';
const ROPE = '#3F2610';
const PACK = '#E0662F';
const PALE = '#E9C46A';
const RINGS = [['#274A55', 150], ['#37606A', 108], ['#6B918C', 70], ['#B9BD9B', 50], ['#F0DBA6', 34]] as const;
const STARS = [[24, 22], [58, 46], [96, 16], [282, 28], [318, 54], [306, 12], [20, 78], [250, 14]] as const;

const land = (region: Region, seed: number, y: number, swing: number, slope: number, fill: string): string => shape(ridge(region, seed, { y, swing, slope, ...ASTRAY }), fill);

/** The light is half hidden by the highest ridge: nobody has found the city. */
const sky = (): string =>
  `<defs>${fade('astray-peak', '#C7D0C2', '#5E857F', 62, 150)}${fade('astray-mist', '#DDDCC0', '#A9BBA6', 104, 160)}</defs>` +
  block(0, 0, ASTRAY.width, ASTRAY.height, '#1C3741') +
  each(RINGS, ([color, radius]) => disc(176, 88, radius, color)) +
  each(STARS, ([x, y], index) => disc(x, y, index % 3 ? 0.8 : 1.2, '#CFC3A2'));

const mist = (): string =>
  shape('M84 170L138 92 150 104 176 64 204 102 214 94 270 170Z', 'url(#astray-peak)') + land('canopy', 4, 128, 14, 18, 'url(#astray-mist)') + land('canopy', 7, 148, 10, -14, '#E8E1C8');

const pair = (x: number, y: number): string => explorer(x, y, 1.25, DARK, PACK) + explorer(x - 21, y + 1, 1.1, DARK, PALE);

const ground = (): string => land('dune', 5, 168, 9, 4, DARK);

const arm = (x: number, y: number, wide: number): string => shape(`M${x} ${y}h${wide}l9 7-9 7h${-wide}Z`, PLANK) + line(`M${x + 5} ${y + 7}h${wide - 10}`, WOOD, 1);

/** A signpost with blank arms, where the trail ends. */
const signpost = (): string =>
  each([[226, 166], [240, 161], [253, 157], [264, 154]] as const, ([x, y], index) => disc(x, y, 2 - index * 0.35, DARK)) +
  block(187, 112, 5, 60, WOOD, 1.5) +
  arm(176, 116, 42) +
  `<g transform="translate(379 22) scale(-1 1)">${arm(178, 114, 32)}</g>` +
  ground() +
  pair(146, 168);

const POSTS = Array.from({ length: 29 }, (_, index) => 118 + index * 8);

const gate = (): string =>
  tent(278, 150, 1.7, '#C9513A', '#8E1F2F', PALE) +
  disc(246, 146, 3.4, '#FF9440') +
  each(POSTS, (x, index) => shape(`M${x} 178V${138 - (index % 2) * 2}l3-6 3 6v40Z`, index > 5 && index < 12 ? PLANK : WOOD)) +
  line('M166 142L212 170M212 142L166 170', WOOD, 3.4) +
  line('M112 148H164M214 148H350M112 164H164M214 164H350', ROPE, 2) +
  ground() +
  pair(82, 168);

const camp = (): string =>
  tent(232, 169, 2, '#FBF3DF', '#CDB98F', '#8A2A18') +
  ground() +
  line('M171 168l16-5M173 163l14 5', WOOD, 3) +
  line('M180 156q-3-6 1-10t-1-10', '#F4EBD4', 1.6, 'opacity=".7"') +
  explorer(96, 168, 1.25, DARK, PACK, -1);

/** Ropes and planks hanging from a cliff; `way` is the side they hang towards. */
const torn = (x: number, y: number, way: 1 | -1): string =>
  line(`M${x} ${y - 14}q${way * 16} 8 ${way * 20} 34M${x} ${y}q${way * 10} 6 ${way * 12} 30`, ROPE, 1.8) +
  each([4, 12, 20, 28], (down, index) => `<rect x="-6" y="-2" width="12" height="4" rx="1" fill="${index % 2 ? PLANK : '#B57D41'}" transform="translate(${x + way * (8 + index * 2.4)} ${y + down}) rotate(${way * (30 + index * 14)})"/>`) +
  block(x - 2, y - 18, 4, 22, ROPE, 1);

const bridge = (): string =>
  block(128, 150, 116, 42, '#7FB3C4') +
  line('M166 170q6-4 12 0t12 0M174 182q6-4 12 0t12 0', '#DDF0F2', 1.6) +
  shape('M-4 192V152C40 146 100 148 146 150 152 164 148 178 138 192Z', DARK) +
  shape('M344 192V148C310 144 262 146 226 150 220 166 226 180 236 192Z', DARK) +
  torn(140, 150, 1) +
  torn(230, 150, -1) +
  pair(112, 150);

const SCENES: Record<Scene, () => string> = { signpost, gate, camp, bridge };

export const astray = (scene: Scene): string => sky() + mist() + SCENES[scene]();
