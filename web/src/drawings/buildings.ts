// Parts of buildings that several landmarks share.

import { block, each, shape } from './svg';

/** An onion dome whose foot is centred at x, y. */
export function onion(x: number, y: number, radius: number, color: string): string {
  const across = (share: number): string => (x + radius * share).toFixed(1);
  const up = (share: number): string => (y - radius * share).toFixed(1);
  const left = `C${across(-1.5)} ${up(1.1)} ${across(-0.3)} ${up(1.5)} ${x} ${up(2.4)}`;
  return shape(`M${across(-1)} ${y}${left}C${across(0.3)} ${up(1.5)} ${across(1.5)} ${up(1.1)} ${across(1)} ${y}Z`, color);
}

/** A stepped pyramid with a stairway, its foot centred at x, y. */
export function steps(x: number, y: number, width: number, height: number, count: number, color: string, shade: string): string {
  const floor = height / count;
  const floors = Array.from({ length: count }, (_, index) => index);
  const walls = each(floors, (index) => {
    const wide = width * (1 - (index / count) * 0.86);
    const top = y - floor * (index + 1);
    return block(x - wide / 2, top, wide, floor + 0.3, color) + block(x, top, wide / 2, floor + 0.3, shade);
  });
  const foot = (width * 0.09).toFixed(1);
  const head = (width * 0.035).toFixed(1);
  return walls + shape(`M${x} ${y}l-${foot} 0L${(x - +head).toFixed(1)} ${y - height}h${(+head * 2).toFixed(1)}L${(x + +foot).toFixed(1)} ${y}Z`, shade, 'opacity=".65"');
}

/** Identical rectangles at several places: windows, pillars, gaps. */
export const blocks = (places: readonly (readonly [number, number])[], width: number, height: number, color: string): string =>
  each(places, ([x, y]) => block(x, y, width, height, color));

/** Arched windows, each centred on its foot. */
export const arches = (places: readonly (readonly [number, number])[], color: string): string =>
  each(places, ([x, y]) => shape(`M${x - 1.2} ${y + 4}v-3a1.2 1.2 0 0 1 2.4 0v3Z`, color));
