// A finished match as one panorama, 992 x 1060: every expedition is a massif, and every ridge of it was reached in that match.

import { mix } from '../color';
import { specks } from '../grain';
import { tent } from '../people';
import { fade } from '../posters/sky';
import { seeded } from '../random';
import { at, block, each, group, line, shape } from '../svg';
import { foreground } from './foreground';
import { GORGE, halfWidth, levelOf, mistOutline, outline, PICTURE, pitchFor, type Place } from './crest';
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

interface Standing {
  massif: Massif;
  place: Place;
}

/** The whole picture with its gradients. `seed` varies the outlines; `way` is -1 from right to left. */
export function panorama(land: Land, seed: number, way: 1 | -1): string {
  const most = Math.max(1, ...land.massifs.map(({ ridges }) => ridges.length));
  const pitch = pitchFor(most);
  const standing = land.massifs.map((massif, index) => ({ massif, place: placeOf(land, index, pitch, seed, way) }));
  const light = lightOf(standing);
  const [x, y] = light ? sunOf(light, pitch) : [PICTURE.width / 2, levelOf(pitch, 3)];
  const grain = shape(specks(5200, PICTURE.width / 1.6, PICTURE.height / 1.6), '#1A0F05', 'opacity=".15" transform="scale(1.6)"');
  return sky(x, y, seed) + each([...standing].sort(behind), (one) => mountain(one, pitch)) + foreground(land.finds ?? [], way) + grain;
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

function mountain({ massif, place }: Standing, pitch: number): string {
  if (place.ridges === 0) return mist(place, pitch);
  const rows = [...massif.ridges].map((ridge, index) => ({ ridge, index })).reverse();
  return each(rows, ({ ridge, index }) => row(massif, place, ridge, index, pitch));
}

function mist(place: Place, pitch: number): string {
  return each([3, 2, 1, 0], (row) => {
    const y = levelOf(pitch, row) + ([10, 4, 0, -2][row] ?? 0);
    const id = `mist-${Math.round(place.x)}-${row}`;
    const below = row > 0 ? mix(MIST[row - 1] ?? MIST_FOOT, MIST_FOOT, 0.55) : MIST_FOOT;
    return fade(id, MIST[row] ?? MIST_FOOT, below, y - 16, y + 96) + shape(mistOutline(place, row, y), `url(#${id})`);
  });
}

/** One ridge with what stands behind it and on it. */
function row(massif: Massif, place: Place, ridge: Ridge, index: number, pitch: number): string {
  const { palette } = massif;
  const y = levelOf(pitch, index);
  const size = Math.min(1, pitch / PITCH + 0.08);
  const crest = mix(palette.near, palette.far, place.ridges > 1 ? index / (place.ridges - 1) : 0.3);
  const id = `massif-${palette.name}-${index}`;
  const gradient =
    `<linearGradient id="${id}" x1="0" x2="0" y1="${y - 14}" y2="${y + 74}" gradientUnits="userSpaceOnUse">` +
    `<stop offset="0" stop-color="${crest}"/><stop offset=".42" stop-color="${mix(crest, palette.base, 0.36)}"/><stop offset="1" stop-color="${palette.base}"/></linearGradient>`;
  const behind = landmark(massif, place, ridge, index, y, size);
  const camp = ridge.camp ? tent(place.x + 20, y + 0.48 * pitch, 2 * size, palette.front, palette.near, palette.accent) + tent(place.x - 34, y + 0.54 * pitch, 1.25 * size, palette.near, palette.front, palette.light) : '';
  return behind + gradient + shape(outline(place, index, y, ridge.bridge ?? false), `url(#${id})`) + (ridge.bridge ? bridge(place.x, y + 6) : '') + camp + standing(massif, place, ridge, y, size);
}

function landmark(massif: Massif, place: Place, ridge: Ridge, index: number, y: number, size: number): string {
  if (!ridge.landmark) return '';
  const newest = index === place.ridges - 1;
  const city = newest && massif.city;
  const scale = (city ? CITY : newest ? NEWEST : LANDMARK) * size;
  const x = place.x + (city ? 4 : shift(place, ridge, index, newest));
  return group(ridge.landmark(massif.palette), `translate(${(x - MIDDLE * scale).toFixed(1)} ${(y + (city ? 14 : 8) - BASE * scale).toFixed(1)}) scale(${scale.toFixed(3)})`);
}

/** Left and right in turn, so that no landmark hides another. */
function shift(place: Place, ridge: Ridge, index: number, newest: boolean): number {
  const side = (index + place.seed) % 2 ? 1 : -1;
  if (ridge.bridge) return side * (GORGE.half + 34);
  if (newest) return 0;
  const room = place.flat ? 60 : halfWidth(place, levelOf(PITCH, index));
  return side * Math.min(room * 0.4, 26 + (place.ridges - index) * 4 + 8 * seeded(place.seed * 5 + index)());
}

/** A player's figure beside what stands on the newest ridge. */
function standing(massif: Massif, place: Place, ridge: Ridge, y: number, size: number): string {
  if (!ridge.figure) return '';
  return at(ridge.figure, place.x + (massif.city ? 0 : -28), y + 34, 1.5 * size);
}

/** A rope bridge across a gorge. */
function bridge(x: number, y: number): string {
  const half = GORGE.half + 12;
  const planks = Array.from({ length: 13 }, (_, index) => (index - 6) / 6);
  const sag = (share: number, low: number): number => low * (1 - share * share);
  const ropes = line(`M${x - half} ${y - 15}Q${x} ${y + 9} ${x + half} ${y - 15}M${x - half} ${y + 4}Q${x} ${y + 22} ${x + half} ${y + 4}`, ROPE, 2.4);
  const posts = line(`M${x - half} ${y - 20}v28M${x + half} ${y - 20}v28`, ROPE, 4);
  const deck = each(planks, (share) => line(`M${x + share * (half - 3)} ${y - 14 + sag(share, 11)}V${y + 4 + sag(share, 8)}`, ROPE, 1) + block(x + share * (half - 3) - 3, y + 3 + sag(share, 8.5), 6, 5, PLANK, 1));
  return ropes + deck + posts;
}
