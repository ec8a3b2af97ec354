// Poster of the roll & write game: a volcano at dusk, throwing dice.

import { colorDie, dieBody, INK, IVORY } from '../dice';
import { ROLL } from '../palettes';
import { block, disc, each, group, line, shape } from '../svg';
import { fade, land, POSTER } from './sky';

const FIRE = '#FF9440';
const GLOW = '#FFD9A0';
const DARK = '#2A0511';

const sky = (): string =>
  `<defs>${fade('roll-sky', '#4A2076', '#D05A3C', 0, 250)}${fade('roll-far', '#A9362F', '#E8742C', 196, 320)}${fade('roll-near', '#560E1F', '#8E1F2F', 316, 400)}${fade('roll-cone', '#2A0511', '#4A0D1B', 190, 360)}</defs>` +
  block(0, 0, POSTER.width, POSTER.height, 'url(#roll-sky)') +
  disc(146, 186, 78, '#F08A45') +
  disc(146, 186, 60, '#FFB765') +
  disc(146, 186, 42, GLOW);

const ARCS = ['M142 214C134 176 112 150 84 146', 'M146 214C146 176 144 148 138 122', 'M150 214C160 178 184 152 212 156', 'M144 214C138 190 122 178 106 178', 'M148 214C154 192 172 184 190 188'];

const eruption = (): string =>
  each(ARCS, (path, index) => line(path, index < 3 ? FIRE : GLOW, index < 3 ? 5 : 3.4)) +
  each([[100, 134, 3], [166, 128, 3.4], [226, 176, 3], [72, 168, 2.6], [190, 138, 2.2], [118, 120, 2.2]] as const, ([x, y, radius]) => disc(x, y, radius, GLOW));

const volcano = (): string =>
  shape('M20 372L108 222 118 216 128 222 146 214 164 222 174 216 184 222 272 372Z', 'url(#roll-cone)') +
  shape('M184 222L272 372H190L168 290Z', '#1C020A', 'opacity=".5"') +
  shape('M118 216L128 222 146 214 164 222 174 216 168 258 178 296 164 276 158 330 146 282 132 318 130 272 118 288 124 252Z', FIRE) +
  shape('M134 220l12-6 14 7-6 36-5-14-5 40-8-34-5 12Z', GLOW);

const tumbling = (die: string, x: number, y: number, turn: number, scale: number): string => group(die, `translate(${x} ${y}) rotate(${turn}) scale(${scale})`);

/** A seven, drawn so that the poster needs no font. */
const seven = dieBody(IVORY) + shape('M-15-19H16V-13C6-1 0 8-1 21H-9C-8 8 0-4 7-11H-3C-9-11-11-9-12-4H-16Z', INK);

const dice = (): string =>
  tumbling(colorDie(ROLL.O), 82, 144, -24, 0.4) +
  tumbling(colorDie(ROLL.B), 216, 152, 18, 0.44) +
  tumbling(colorDie(ROLL.P), 138, 112, 8, 0.36) +
  tumbling(seven, 84, 322, -14, 1.06) +
  tumbling(colorDie(ROLL.G), 200, 314, 12, 1.16) +
  tumbling(colorDie(ROLL.Y), 144, 362, -4, 0.98);

export const rollPoster = (): string =>
  sky() + land('lava', 3, 244, 22, 16, 'url(#roll-far)') + eruption() + volcano() + land('lava', 6, 340, 16, -20, 'url(#roll-near)') + dice() + land('lava', 9, 398, 9, 6, DARK);
