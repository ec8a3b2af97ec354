// The landscape of the board: five tinted regions with their ridges and lost cities, the river, the trails and bridges.

import { mix } from '../color';
import { LANDMARKS } from '../landmarks';
import { CARDS, type Palette } from '../palettes';
import { seeded } from '../random';
import { ridge } from '../ridge';
import { block, each, group, line, round, shape } from '../svg';
import { mapBridge } from './bridge';
import { BOARD_COLORS, type BoardColor, type Geometry, middle, type Point, riverAt, stepAt, STEPS } from './geometry';

/** Bright tints: mixed with paper, the sea would be grey. */
const LAND: Record<BoardColor, string> = { Y: '#F6DE8C', B: '#97C4F0', W: '#F5F7F7', G: '#9AD0A1', R: '#DE9A87' };
const SWING: Record<BoardColor, number> = { Y: 8, B: 6, W: 10, G: 8, R: 8 };

const poly = (points: readonly Point[]): string => points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L');

/** The wavy border to the left of the region at `index`. */
function border(geometry: Geometry, index: number): Point[] {
  const wide = geometry.region / 202;
  const inner = index % 5 !== 0;
  const sway = (y: number): number => (inner ? wide * (15 * Math.sin((y / geometry.height) * 13 + index * 1.7) + 6 * Math.sin((y / geometry.height) * 36 + index)) : 0);
  return Array.from({ length: 34 }, (_, row) => (geometry.height / 33) * row).map((y): Point => [geometry.region * index + sway(y), y]);
}

function ridges(geometry: Geometry, color: BoardColor, palette: Palette): string {
  const rows = [0.27, 0.42, 0.56, 0.7, 0.84, 0.97];
  const width = geometry.region * 1.4;
  return each(rows, (share, row) => {
    const id = `land-${color}-${row % 2}`;
    const slope = row % 2 ? 10 : -10;
    const data = ridge(palette.region, row * 5 + BOARD_COLORS.indexOf(color) + 2, { y: 0, swing: SWING[color], width: width / geometry.ridge, height: 46, slope });
    return group(shape(data, `url(#${id})`), `translate(${round(middle(geometry, color) - width / 2)} ${round(share * geometry.height)}) scale(${geometry.ridge})`);
  });
}

function tints(color: BoardColor, palette: Palette): string {
  const strength = color === 'W' ? 0.5 : 0.34;
  const tint = (row: number, tone: string): string =>
    `<linearGradient id="land-${color}-${row}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(LAND[color], tone, strength)}"/><stop offset=".8" stop-color="${LAND[color]}"/></linearGradient>`;
  return tint(0, palette.mid) + tint(1, palette.near);
}

function region(geometry: Geometry, color: BoardColor, index: number): string {
  const palette = CARDS[color];
  const outline = `M${poly([...border(geometry, index), ...border(geometry, index + 1).reverse()])}Z`;
  const clip = `region-${color}`;
  const city = group(LANDMARKS[color][10]?.(palette) ?? '', `translate(${round(middle(geometry, color) - 58 * geometry.city)} 0) scale(${geometry.city})`);
  const foot = group(shape(ridge(palette.region, index + 31, { y: 0, swing: SWING[color] * 0.8, width: 140, height: 24, slope: 5 }), `url(#land-${color}-0)`), `translate(${round(middle(geometry, color) - 70 * geometry.ridge)} ${round(81 * geometry.city)}) scale(${geometry.ridge})`);
  const content = shape(outline, LAND[color]) + ridges(geometry, color, palette) + city + foot;
  return `<defs>${tints(color, palette)}<clipPath id="${clip}"><path d="${outline}"/></clipPath></defs><g clip-path="url(#${clip})">${content}</g>`;
}

function ripples(geometry: Geometry): string {
  const random = seeded(3);
  const size = geometry.gap / 30;
  return each(Array.from({ length: Math.round(geometry.width / geometry.gap) }), () => {
    const x = random() * geometry.width;
    const y = riverAt(geometry, x) + (random() - 0.5) * geometry.gap * 0.6;
    return line(`M${round(x)} ${round(y)}q${round(5 * size)}-${round(4 * size)} ${round(10 * size)} 0t${round(10 * size)} 0`, '#CFE6EA', Math.max(1, 1.5 * size));
  });
}

function river(geometry: Geometry): string {
  const across = Array.from({ length: 74 }, (_, index) => (geometry.width / 71) * index - geometry.width / 71);
  const bank = (side: 1 | -1): Point[] => across.map((x): Point => [x, riverAt(geometry, x) + side * geometry.gap * (0.5 + 0.06 * Math.sin((x / geometry.width) * 50))]);
  const water = `M${poly([...bank(-1), ...bank(1).reverse()])}Z`;
  return shape(water, '#6FAFC9', `stroke="#FBF3DF" stroke-width="${round(geometry.gap / 8)}"`) + ripples(geometry);
}

/** A smooth line through points (Catmull-Rom). */
function curve(points: readonly Point[]): string {
  const point = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0];
  const bend = (from: number): string => {
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = [point(from - 1), point(from), point(from + 1), point(from + 2)];
    return `C${round(bx + (cx - ax) / 6)} ${round(by + (cy - ay) / 6)} ${round(cx - (dx - bx) / 6)} ${round(cy - (dy - by) / 6)} ${round(cx)} ${round(cy)}`;
  };
  const [x, y] = point(0);
  return `M${round(x)} ${round(y)}${points.slice(1).map((_, index) => bend(index)).join('')}`;
}

function trail(geometry: Geometry, color: BoardColor): string {
  const steps = STEPS.map((step) => stepAt(geometry, color, step));
  const way = curve([[middle(geometry, color), geometry.height + 16], ...steps]);
  const width = geometry.stone[0] * 0.42;
  return line(way, '#2A211B', width + 2, 'opacity=".18" transform="translate(0 2)"') + line(way, '#FBF1D8', width) + line(way, '#8A6A3A', 1.4, 'stroke-dasharray="1 5"');
}

function bridge(geometry: Geometry, color: BoardColor): string {
  const [ax, ay] = stepAt(geometry, color, 6);
  const [bx, by] = stepAt(geometry, color, 7);
  return mapBridge((ax + bx) / 2, (ay + by) / 2, (Math.atan2(by - ay, bx - ax) * 180) / Math.PI, geometry.gap * 1.75, geometry.stone[0] * 0.9);
}

/** The whole landscape under stones, tiles and figures. */
export const scenery = (geometry: Geometry): string =>
  block(0, 0, geometry.width, geometry.height, LAND.Y) +
  each(BOARD_COLORS, (color, index) => region(geometry, color, index)) +
  river(geometry) +
  each(BOARD_COLORS, (color) => trail(geometry, color) + bridge(geometry, color));
