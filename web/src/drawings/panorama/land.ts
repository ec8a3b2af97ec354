// A finished match as one panorama, 992 x 1060: every expedition is a massif, and every ridge of it was reached in that match.

import { mix } from '../color';
import { specks } from '../grain';
import { tent } from '../people';
import type { Palette } from '../palettes';
import { fade } from '../posters/sky';
import { seeded } from '../random';
import { at, block, each, group, line, shape } from '../svg';
import { foreground } from './foreground';
import { GORGE, halfWidth, levelOf, mistOutline, PICTURE, pitchFor, type Place, surface, under } from './crest';
import type { Land, Massif, Ridge } from './massif';
import { sky } from './sky';

const PITCH = 87;
/** Scales of a landmark, of the newest one, and of a lost city. */
const [LANDMARK, NEWEST, CITY] = [1.42, 1.75, 2.02];
/** The middle and the foot of a landmark in its own units. */
const [MIDDLE, BASE, SUN] = [58, 84, 34];
const MIST = ['#E3DFC4', '#CBCFB4', '#AEBBA6', '#8FA79A'] as const;
const MIST_FOOT = '#F3EAD2';
const ROPE = '#3F2610';
const PLANK = '#C28B4E';

/** Half the width that a landmark needs. */
const ROOM = 40;

interface Standing {
  massif: Massif;
  place: Place;
}

/** Where the crest of a ridge is seen: between the massifs in front of it, at its height. */
interface Spot {
  y: number;
  from: number;
  to: number;
  /** Scale of everything on it: less where ridges are close. */
  size: number;
}

/** The whole picture with its gradients. `seed` varies the outlines; `way` is -1 from right to left. */
export function panorama(land: Land, seed: number, way: 1 | -1): string {
  const most = Math.max(1, ...land.massifs.map(({ ridges }) => ridges.length));
  const pitch = pitchFor(most);
  const standing = land.massifs.map((massif, index) => ({ massif, place: placeOf(land, index, pitch, seed, way) }));
  const light = lightOf(standing);
  const [x, y] = light ? sunOf(light, pitch) : [PICTURE.width / 2, levelOf(pitch, 3)];
  const grain = shape(specks(5200, PICTURE.width / 1.6, PICTURE.height / 1.6), '#1A0F05', 'opacity=".15" transform="scale(1.6)"');
  const ordered = [...standing].sort(behind);
  return sky(x, y, seed) + each(ordered, (one, index) => mountain(one, ordered.slice(index + 1), pitch)) + foreground(land.finds ?? [], way) + grain;
}

function placeOf({ massifs }: Land, index: number, pitch: number, seed: number, way: 1 | -1): Place {
  const massif = massifs[index]!;
  const ridges = massif.ridges.length;
  const share = massifs.length > 1 ? index / (massifs.length - 1) : 0.5;
  const across = 80 + 832 * (way === 1 ? share : 1 - share);
  const { region } = massif.palette;
  const wide = Math.min(1.2, 5 / massifs.length);
  const head = (massif.city ? 98 : region === 'lava' ? 84 : 66) * Math.min(1, wide + 0.1);
  const foot = (ridges > 6 ? 206 : ridges > 3 ? 170 : 166) * wide;
  return { region, x: across, head, foot, ridges, top: levelOf(pitch, Math.max(0, ridges - 1)), flat: region === 'wave' && ridges < 5, seed: (seed + index * 7) % 97 };
}

/** The massif that the light comes from: the best one with a lost city, otherwise the highest. */
function lightOf(all: readonly Standing[]): Standing | undefined {
  const cities = all.filter(({ massif }) => massif.city).sort((one, other) => other.massif.points - one.massif.points);
  const high = all.filter(({ place }) => place.ridges > 0).sort((one, other) => other.place.ridges - one.place.ridges);
  return cities[0] ?? high[0];
}

function sunOf({ massif, place }: Standing, pitch: number): [x: number, y: number] {
  const scale = CITY * Math.min(1, pitch / PITCH);
  return massif.city ? [place.x + 4, place.top + 14 - (BASE - SUN) * scale] : [place.x, place.top + 4];
}

/** From back to front: the flat sea, mist, and then the lower a massif is, the nearer. */
function behind(one: Standing, other: Standing): number {
  const rank = ({ place }: Standing): number => (place.ridges === 0 ? 50 : place.flat ? 100 : place.ridges);
  return rank(other) - rank(one);
}

function mountain({ massif, place }: Standing, nearer: readonly Standing[], pitch: number): string {
  if (place.ridges === 0) return mist(place, pitch);
  const rows = massif.ridges.map((ridge, index) => ({ ridge, index })).reverse();
  return each(rows, ({ ridge, index }) => row(massif, place, ridge, index, spotOf(place, levelOf(pitch, index), nearer, pitch)));
}

function spotOf(place: Place, y: number, nearer: readonly Standing[], pitch: number): Spot {
  const half = place.flat ? 150 : halfWidth(place, y);
  const edges = nearer.filter((other) => other.place.ridges > 0 && y > other.place.top - 20).map((other) => ({ x: other.place.x, half: halfWidth(other.place, y) }));
  const from = Math.max(10, place.x - half, ...edges.filter(({ x }) => x < place.x).map((edge) => edge.x + edge.half));
  const to = Math.min(PICTURE.width - 10, place.x + half, ...edges.filter(({ x }) => x > place.x).map((edge) => edge.x - edge.half));
  return { y, from, to, size: Math.min(1, pitch / PITCH + 0.08) };
}

/** The place nearest to the wanted one where something is seen whole, or in the middle of what is seen. */
const seen = ({ from, to }: Spot, wanted: number, room = ROOM): number => (to - from < 2 * room ? (from + to) / 2 : Math.min(to - room, Math.max(from + room, wanted)));

function mist(place: Place, pitch: number): string {
  return each([3, 2, 1, 0], (row) => {
    const y = levelOf(pitch, row) + ([10, 4, 0, -2][row] ?? 0);
    const id = `mist-${Math.round(place.x)}-${row}`;
    const below = row > 0 ? mix(MIST[row - 1] ?? MIST_FOOT, MIST_FOOT, 0.55) : MIST_FOOT;
    return fade(id, MIST[row] ?? MIST_FOOT, below, y - 16, y + 96) + shape(mistOutline(place, row, y), `url(#${id})`);
  });
}

/** One ridge with what stands behind it and on it. */
function row(massif: Massif, place: Place, ridge: Ridge, index: number, spot: Spot): string {
  const { palette } = massif;
  const crest = mix(palette.near, palette.far, place.ridges > 1 ? index / (place.ridges - 1) : 0.3);
  const id = `massif-${palette.name}-${index}`;
  const height = surface(place, index, spot.y, ridge.bridge ?? false);
  return (
    landmark(massif, place, ridge, index, spot) +
    fading(id, spot.y, crest, palette.base) +
    shape(under(height), `url(#${id})`) +
    (ridge.bridge ? bridge(place.x, height) : '') +
    (ridge.camp ? camp(palette, seen(spot, place.x, 60), spot) : '') +
    (ridge.figure ? at(ridge.figure, place.x + (massif.city ? 0 : -28), spot.y + 34, 1.5 * spot.size) : '')
  );
}

/** A crest fades down into the colour of its expedition, so that any two ridges join. */
const fading = (id: string, y: number, crest: string, base: string): string =>
  `<linearGradient id="${id}" x1="0" x2="0" y1="${y - 14}" y2="${y + 74}" gradientUnits="userSpaceOnUse">` +
  `<stop offset="0" stop-color="${crest}"/><stop offset=".42" stop-color="${mix(crest, base, 0.36)}"/><stop offset="1" stop-color="${base}"/></linearGradient>`;

const camp = (palette: Palette, x: number, { y, size }: Spot): string =>
  tent(x + 20 * size, y + 46 * size, 2 * size, palette.front, palette.near, palette.accent) + tent(x - 34 * size, y + 50 * size, 1.25 * size, palette.near, palette.front, palette.light);

function landmark(massif: Massif, place: Place, ridge: Ridge, index: number, spot: Spot): string {
  if (!ridge.landmark) return '';
  const newest = index === place.ridges - 1;
  const city = newest && massif.city;
  const scale = (city ? CITY : newest ? NEWEST : LANDMARK) * spot.size;
  const x = city ? place.x + 4 : newest || ridge.bridge ? place.x : seen(spot, place.x + shift(place, index, spot));
  const y = spot.y + (city ? 14 : ridge.bridge ? GORGE.depth : 8);
  return group(ridge.landmark(massif.palette), `translate(${(x - MIDDLE * scale).toFixed(1)} ${(y - BASE * scale).toFixed(1)}) scale(${scale.toFixed(3)})`);
}

/** Left and right in turn, so that no landmark hides another. */
function shift(place: Place, index: number, { from, to }: Spot): number {
  const side = (index + place.seed) % 2 ? 1 : -1;
  return side * Math.min((to - from) * 0.2, 26 + (place.ridges - index) * 4 + 8 * seeded(place.seed * 5 + index)());
}

/** A rope bridge across a gorge, from edge to edge. */
function bridge(x: number, height: (x: number) => number): string {
  const half = GORGE.half + 14;
  const y = Math.max(height(x - half), height(x + half)) - 4;
  const planks = Array.from({ length: 13 }, (_, index) => (index - 6) / 6);
  const sag = (share: number, low: number): number => low * (1 - share * share);
  const ropes = line(`M${x - half} ${y - 19}Q${x} ${y + 5} ${x + half} ${y - 19}M${x - half} ${y}Q${x} ${y + 18} ${x + half} ${y}`, ROPE, 2.4);
  const posts = line(`M${x - half} ${y - 24}v28M${x + half} ${y - 24}v28`, ROPE, 4);
  const deck = each(planks, (share) => line(`M${x + share * (half - 3)} ${y - 18 + sag(share, 11)}V${y + sag(share, 8)}`, ROPE, 1) + block(x + share * (half - 3) - 3, y - 1 + sag(share, 8.5), 6, 5, PLANK, 1));
  return ropes + deck + posts;
}
