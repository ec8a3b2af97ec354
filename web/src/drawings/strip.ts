// The picture of a card in a column, 100 x 140: its top edge is cut as a ridge in front of the card behind it.

import { face, scenery } from './face';
import type { Kind } from './kind';
import { LANDMARKS } from './landmarks';
import { CARDS, type Palette } from './palettes';
import { CREST_SHADES, paint } from './paints';
import { tent } from './people';
import { remembered } from './remembered';
import { ridge } from './ridge';
import { block, group, shape } from './svg';

const CREST_SWING: Partial<Record<Palette['region'], number>> = { peak: 6, masonry: 4 };

function crest(palette: Palette, seed: number, depth: number): string {
  const shade = Math.round(Math.min(1, Math.max(0, depth)) * (CREST_SHADES - 1));
  const slope = palette.region === 'wave' ? 2 : 5;
  const edge = ridge(palette.region, seed + 60, { y: 0, swing: CREST_SWING[palette.region] ?? 5, height: 30, slope });
  return shape(edge, paint(palette, `crest${shade}`)) + block(0, 12, 100, 128, palette.base);
}

/** How a strip is shown. */
interface Look {
  /** 0 at the foot of the column, 1 at its far end. */
  depth: number;
  /** The newest card is behind all others and keeps its straight top. */
  newest: boolean;
  /** Whether the whole landscape is drawn, because much of it is visible. */
  whole: boolean;
  /** A narrow strip: the landmark is smaller and closer to the numeral. */
  compact: boolean;
  /** Whether identical cards share the strip; their count then replaces the landmark. */
  shared: boolean;
}

function camp(palette: Palette, { shared, newest }: Look): string {
  const bright = palette.region === 'wave' || palette.region === 'masonry';
  const cloth = bright ? palette.light : palette.front;
  if (shared && !newest) return tent(59, 28, 0.95, cloth, palette.near, palette.accent);
  return tent(61, 36, 1.15, cloth, palette.near, palette.accent) + tent(43, 37, 0.62, palette.near, palette.front, palette.light);
}

function landmark(palette: Palette, { color, rank }: Kind, look: Look): string {
  if (rank === '*') return camp(palette, look);
  if (look.shared && !look.newest) return '';
  const drawn = LANDMARKS[color][rank]?.(palette) ?? '';
  return look.compact && !look.newest ? group(drawn, 'translate(0 -1) scale(.8)') : drawn;
}

export const strip = (kind: Kind, look: Look): string =>
  remembered(`strip ${kind.color}${kind.rank} ${look.depth.toFixed(2)} ${look.newest} ${look.compact} ${look.shared} ${look.whole}`, () => drawn(kind, look));

function drawn(kind: Kind, look: Look): string {
  const palette = CARDS[kind.color];
  const seed = (kind.rank === '*' ? 0 : kind.rank) * 7 + 3;
  const alone = !look.shared;
  if (look.newest && alone) return face(kind);
  const top = look.newest ? block(0, 0, 100, 140, palette.base) : crest(palette, seed, look.depth);
  if (look.whole && alone) return top + scenery(kind);
  const rise = { y: look.newest ? 42 : 33, swing: 4, slope: 6 };
  const hills = shape(ridge(palette.region, seed + 40, rise), paint(palette, look.newest ? 'far' : 'rise'));
  const back = shape(ridge(palette.region, seed + 1, { y: 58, swing: 9, slope: -8 }), paint(palette, 'mid'), 'opacity=".8"');
  return top + hills + back + landmark(palette, kind, look);
}
