// The stamp on a poster: the game and the day around the share of players beaten, or around a star.

import { line } from '../svg';
import { symbolAt } from '../symbols';
import type { Letters } from './letters';

const COLOR = '#8A2A18';
/** Length of the circle that the words stand on. */
const ROUND = 308;

const ring = (radius: number, width: number): string => `<circle r="${radius}" fill="none" stroke="${COLOR}" stroke-width="${width}"/>`;

/** Joined letters do not follow a circle: they stay out of the stamp, which has a dotted ring instead. */
function around({ ring }: { ring: string }, letters: Letters): string {
  if (!letters.spaced) return `<circle r="54" fill="none" stroke="${COLOR}" stroke-width="5" stroke-dasharray="1 8.43" stroke-linecap="round"/>`;
  const size = Math.min(12.5, (12.5 * ROUND) / Math.max(1, letters.width(ring, `600 12.5px ${letters.text}`)));
  return (
    `<defs><path id="stamp-line" d="M0 50A50 50 0 1 1 .1 50"/></defs>` +
    `<text font-family="${letters.text.replaceAll('"', "'")}" font-weight="600" font-size="${size.toFixed(1)}" fill="${COLOR}"><textPath href="#stamp-line" textLength="${ROUND}">${ring.replaceAll('&', '&#38;')}</textPath></text>`
  );
}

function middle(share: string | null, letters: Letters): string {
  const star = (y: number, size: number): string => symbolAt('star', -size / 2, y, size, COLOR);
  if (share === null) return star(-25, 50);
  const size = Math.min(29, (29 * 62) / Math.max(1, letters.width(share, `400 29px ${letters.display}`)));
  const text = `<text y="4" text-anchor="middle" font-family="${letters.display.replaceAll('"', "'")}" font-size="${size.toFixed(1)}" fill="${COLOR}"${letters.rtl ? ' direction="rtl"' : ''}>${share}</text>`;
  return text + line('M-20 16h40', COLOR, 1.5) + star(20, 16) + star(-37, 16);
}

export const stamp = (x: number, y: number, words: { ring: string; share: string | null }, letters: Letters): string =>
  `<g transform="translate(${x.toFixed(1)} ${y}) rotate(-8)" opacity=".86">${ring(72, 3)}${ring(65, 1.2)}${ring(43, 1.2)}${around(words, letters)}${middle(words.share, letters)}</g>`;
