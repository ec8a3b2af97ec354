// Gradients and sizes that the three posters share. Posters are 292 x 416; their titles are text over the upper fifth.

import { ridge, type Region } from '../ridge';
import { shape } from '../svg';

export const POSTER = { width: 292, height: 416 } as const;

/** A vertical gradient between two heights. */
export const fade = (id: string, from: string, to: string, top: number, bottom: number): string =>
  `<linearGradient id="${id}" x1="0" x2="0" y1="${top}" y2="${bottom}" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** A ridge across the whole poster. */
export const land = (region: Region, seed: number, y: number, swing: number, slope: number, fill: string): string =>
  shape(ridge(region, seed, { y, swing, slope, ...POSTER }), fill);
