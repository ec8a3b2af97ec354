// The skyline of a region: one seeded ridge function in six styles.

import { seeded } from './random';
import { round } from './svg';

export type Region = 'dune' | 'wave' | 'peak' | 'canopy' | 'lava' | 'masonry';

interface Ridge {
  /** Mean height of the crest. */
  y: number;
  /** How far the crest swings around that height. */
  swing: number;
  width?: number;
  /** Where the land below the crest ends. */
  height?: number;
  /** How much higher the right end is than the left. */
  slope?: number;
}

type Line = Required<Ridge> & { random: () => number };

const mean = (ridge: Line, x: number): number => ridge.y - ridge.slope * (x / ridge.width - 0.5);
const point = (x: number, y: number): string => `${round(x)} ${round(y)}`;
const scatter = (ridge: Line): number => (ridge.random() - 0.5) * ridge.swing;

function dune(ridge: Line): string {
  const span = ridge.width / 3;
  let y = mean(ridge, 0);
  let data = `M0 ${round(y)}`;
  for (let bend = 1; bend <= 3; bend++) {
    const x = span * bend;
    const next = mean(ridge, x) + 1.1 * scatter(ridge);
    const first = point(x - span * 0.55, y - ridge.swing * (0.3 + ridge.random() * 0.5));
    data += `C${first} ${point(x - span * 0.35, next - ridge.swing * (0.3 + ridge.random() * 0.3))} ${point(x, next)}`;
    y = next;
  }
  return data;
}

function wave(ridge: Line): string {
  const count = Math.round(ridge.width / 18) + Math.floor(ridge.random() * 2);
  const span = ridge.width / count;
  const start = -span * ridge.random();
  const scallop = `q${point(span * 0.28, ridge.swing * 0.55)} ${point(span * 0.62, -ridge.swing * 0.12)}q${point(span * 0.22, -ridge.swing * 0.5)} ${point(span * 0.38, ridge.swing * 0.12)}`;
  return `M${point(start, ridge.y)}${scallop.repeat(count + 2)}`;
}

function peak(ridge: Line): string {
  let data = `M-2 ${round(mean(ridge, 0))}`;
  let up = true;
  for (let x = 4 + ridge.random() * 9; x < ridge.width + 14; x += 6 + ridge.random() * 9) {
    data += `L${point(x, mean(ridge, x) + (up ? -1 : 1) * ridge.swing * (0.25 + ridge.random() * 0.6))}`;
    up = !up;
  }
  return data;
}

function canopy(ridge: Line): string {
  let data = `M-4 ${round(mean(ridge, 0))}`;
  for (let x = -4; x < ridge.width + 4; ) {
    const span = 6 + ridge.random() * 7;
    const fall = (mean(ridge, x + span) - mean(ridge, x) + 0.8 * scatter(ridge)) * 0.3;
    data += `q${point(span * 0.1, -span * 0.72)} ${point(span * 0.5, -span * 0.66)}q${point(span * 0.45, 0)} ${point(span * 0.5, span * 0.66 + fall)}`;
    x += span;
  }
  return data;
}

function lava(ridge: Line): string {
  let data = `M-2 ${round(mean(ridge, 0))}`;
  for (let x = 6 + ridge.random() * 10; x < ridge.width + 14; x += 8 + ridge.random() * 10) {
    const y = mean(ridge, x) + 1.5 * scatter(ridge);
    data += `L${point(x, y)}`;
    if (ridge.random() > 0.6) {
      x += 3 + ridge.random() * 3;
      data += `L${point(x, y + 0.5)}`;
    }
  }
  return data;
}

function masonry(ridge: Line): string {
  let data = `M-4 ${round(mean(ridge, 0))}`;
  for (let x = -4; x < ridge.width + 4; ) {
    const y = mean(ridge, x) + 1.3 * scatter(ridge);
    x += 5 + ridge.random() * 9;
    data += `V${round(y)}H${round(x)}`;
  }
  return data;
}

const MANNERS: Record<Region, (ridge: Line) => string> = { dune, wave, peak, canopy, lava, masonry };
const OFFSET: Record<Region, number> = { dune: 1164, wave: 865, peak: 1138, canopy: 930, lava: 1073, masonry: 1047 };

/** Path data for the land under a ridge, slightly wider than the picture. */
export function ridge(region: Region, seed: number, { y, swing, width = 100, height = 140, slope = 0 }: Ridge): string {
  const random = seeded(seed * 97 + OFFSET[region]);
  return `${MANNERS[region]({ y, swing, width, height, slope, random })}L${width + 6} ${height + 2}L-6 ${height + 2}Z`;
}
