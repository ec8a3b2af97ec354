// The back of every card: a compass on pine, 100 x 140.

import { remembered } from './remembered';
import { block, disc, each, group, shape } from './svg';

const PINE = '#24404A';
const RAY = '#2E505B';
const BRASS = '#E9C46A';
const SHADE = '#B98C34';

function ray(index: number): string {
  const point = (turn: number): string => `${(50 + 120 * Math.cos((turn * Math.PI) / 8)).toFixed(1)} ${(70 + 120 * Math.sin((turn * Math.PI) / 8)).toFixed(1)}`;
  return shape(`M50 70L${point(index)}L${point(index + 0.5)}Z`, RAY);
}

const ring = (radius: number, width: number): string => `<circle cx="50" cy="70" r="${radius}" fill="none" stroke="${BRASS}" stroke-width="${width}"/>`;

const needles = (angles: readonly number[], tip: number, waist: number, bright: string): string =>
  each(angles, (angle) => {
    const half = (way: 1 | -1, color: string): string => shape(`M50 70L${50 - way * waist} ${70 - waist} 50 ${tip}Z`, color);
    return group(half(1, bright) + half(-1, SHADE), `rotate(${angle} 50 70)`);
  });

const ticks = (): string =>
  each(Array.from({ length: 32 }, (_, index) => index), (index) => group(block(49.7, 40.6, 0.6, index % 4 ? 1.6 : 2.6, BRASS), `rotate(${index * 11.25} 50 70)`));

const inlay = `<rect x="8.5" y="8.5" width="83" height="123" rx="3.5" fill="none" stroke="${BRASS}" stroke-width=".7" opacity=".75"/>`;

const corners = (): string => each([[13, 13], [87, 13], [13, 127], [87, 127]] as const, ([x, y]) => shape(`M${x} ${y - 4}l1.2 2.8 2.8 1.2-2.8 1.2-1.2 2.8-1.2-2.8-2.8-1.2 2.8-1.2Z`, BRASS));

const drawn = (): string =>
  block(0, 0, 100, 140, PINE) +
  each(Array.from({ length: 16 }, (_, index) => index), ray) +
  inlay +
  corners() +
  disc(50, 70, 31, PINE) +
  ring(31, 1.2) +
  ring(26.5, 0.5) +
  ticks() +
  needles([45, 135, 225, 315], 54, 3.2, '#F6E3B0') +
  needles([0, 90, 180, 270], 43, 5, BRASS);

export const back = (): string => remembered('back', drawn);
