// The shape of a massif: how high its ridges stand, how wide they are, and the outline of one of them.

import type { Region } from '../ridge';
import { seeded } from '../random';
import { round } from '../svg';

export const PICTURE = { width: 992, height: 1060 } as const;
/** The height of the first ridge, and the foot of every massif, which the dark ground hides. */
export const FRONT = 936;
const FOOT = FRONT + 90;
/** No ridge stands higher, so that the rings of light stay clear of the title. */
const HIGHEST = 469;
/** Between two ridges at the foot, and how much less at every further one. */
const [PITCH, LESS] = [87, 0.957];
const BEND = 0.94;

/** The distances from the first ridge up, for a pitch of 1. */
const reach = (ridges: number): number => (1 - LESS ** ridges) / (1 - LESS);

/** Returns the pitch for a land whose highest massif has this many ridges. */
export const pitchFor = (most: number): number => Math.min(most < 5 ? 1.16 * PITCH : PITCH, (FRONT - HIGHEST) / Math.max(1, reach(most - 1)));

export const levelOf = (pitch: number, ridge: number): number => FRONT - pitch * reach(ridge);

/** Where a massif stands. */
export interface Place {
  region: Region;
  x: number;
  /** Half its width at its head and at its foot. */
  head: number;
  foot: number;
  /** Number of ridges. */
  ridges: number;
  /** The height of the highest. */
  top: number;
  /** Whether it lies flat, as the sea does until it has five cards. */
  flat: boolean;
  seed: number;
}

/** Half the width of the land at a height. */
export const halfWidth = (place: Place, y: number): number => place.head + (place.foot - place.head) * Math.pow(Math.max(0, y - place.top) / (FOOT - place.top), 1 / BEND);

/** How far a crest swings from its height, at a place. */
function texture(region: Region, x: number, seed: number): number {
  if (region === 'dune') return 9 * Math.sin(x / 62 + seed * 1.7) + 4 * Math.sin(x / 27 + seed * 2.3);
  if (region === 'wave') return 11 * Math.abs(Math.sin(x / 25 + seed)) - 5;
  if (region === 'peak') return peaks(x, seed);
  if (region === 'canopy') return domes(x, seed);
  return region === 'masonry' ? walls(x, seed) : cliffs(x, seed);
}

function peaks(x: number, seed: number): number {
  const share = x / 34 - Math.floor(x / 34);
  return 8 - (6 + 20 * seeded(Math.floor(x / 34) + seed * 31)()) * (1 - Math.abs(share * 2 - 1));
}

function domes(x: number, seed: number): number {
  const turn = x / 11 + seed;
  return 8 - (9 + 13 * seeded(Math.floor(turn / Math.PI) + seed * 17)()) * Math.pow(Math.abs(Math.sin(turn)), 0.8);
}

const walls = (x: number, seed: number): number => (seeded(Math.floor(x / 19) + seed * 23)() - 0.5) * 24;

function cliffs(x: number, seed: number): number {
  const cell = Math.floor(x / 26);
  const [from, to] = [seeded(cell + seed * 13)(), seeded(cell + 1 + seed * 13)()];
  return (from + (to - from) * Math.min(1, (x / 26 - cell) * 1.5) - 0.5) * 30;
}

/** How far the crest of the highest ridge rounds off towards its sides. */
const SHOULDER: Partial<Record<Region, number>> = { dune: 40, peak: 30, lava: 12 };
/** The sea ends this far from its middle. */
const SHORE = 250;
/** Half the width and the depth of a gorge. */
export const GORGE = { half: 36, depth: 44 } as const;

const gorge = (distance: number): number => GORGE.depth * Math.exp(-((distance / GORGE.half) ** 6));

/** Returns the height of the land of one ridge at a place. */
export function surface(place: Place, ridge: number, y: number, bridged: boolean): (x: number) => number {
  const { region, flat, x: middle, ridges } = place;
  const top = ridge === ridges - 1;
  const half = top ? place.head : halfWidth(place, y) - 12;
  const span = place.foot - half;
  const rough = region === 'peak' || region === 'lava' || region === 'masonry';
  const shoulder = top ? (SHOULDER[region] ?? 26) : 26;
  return (x) => {
    const swing = texture(region, x, ridge * 3 + ridges + place.seed);
    const distance = Math.abs(x - middle);
    if (flat) return y + swing + Math.max(0, distance - SHORE) * 3;
    const beyond = distance - half + swing * (rough ? 0.32 : 0.15);
    const drop = beyond > 0 ? (FOOT - y) * Math.pow(beyond / span, BEND) : 0;
    const soft = Math.pow(Math.min(1, distance / (half + 1)), 1.7) * shoulder;
    const swung = beyond <= 0 ? swing : swing * (rough ? 1 + 1.6 * Math.min(1, beyond / 24) : 0.6);
    return y + drop + soft + swung + (bridged ? gorge(distance) : 0);
  };
}

/** Path data of the land under a line across the picture. */
export function under(height: (x: number) => number, step = 2): string {
  const { width, height: bottom } = PICTURE;
  let data = `M-10 ${bottom + 10}`;
  for (let x = -8; x <= width + 8; x += step) {
    const y = height(x);
    if (y < bottom + 200) data += `L${x} ${round(y)}`; // far below, the outline is out of sight
  }
  return `${data}L${width + 10} ${bottom + 10}Z`;
}

/** The soft crest of an expedition that was not started, one of four rows of mist. */
export function mistOutline(place: Place, row: number, y: number): string {
  const middle = place.x + ([-26, 18, -10, 12][row] ?? 0);
  const half = (34 + (3 - row) * 22) * (place.foot / 166);
  return under((x) => {
    const beyond = Math.abs(x - middle) - half;
    return y + (beyond > 0 ? Math.pow(beyond, 1.32) * 0.6 : 0) + texture('canopy', x, row * 5 + 2 + place.seed) * (1.1 - row * 0.12);
  });
}
