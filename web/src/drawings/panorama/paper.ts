// The whole poster, 1080 x 1350: the panorama on its paper, words in the sky, and at the foot the sums, the points, a stamp and the name.

import { each, line, shape } from '../svg';
import { symbolAt } from '../symbols';
import { PICTURE } from './crest';
import { panorama } from './land';
import type { Letters } from './letters';
import type { Land } from './massif';
import { stamp } from './stamp';

export const POSTER = { width: 1080, height: 1350 } as const;
const MARGIN = 44;
const [PAPER, INK, INK2, LINE, ALERT, MUTED] = ['#FBF3DF', '#2A211B', '#6A5847', '#CDB98F', '#8A2A18', '#8F7B58'];
const [CREAM, GOLD] = ['#FBF3DF', '#F3DDA9'];

/** What is written on the poster, in the reader's language. */
export interface Words {
  label: string;
  day: string;
  points: string;
  unit: string;
  /** The line below the unit: the share of players beaten, or the lead. */
  line: string;
  name: string;
  about: string;
  /** Around the stamp, and in its middle. */
  ring: string;
  share: string | null;
  /** What each sum of the land says. */
  sums: readonly string[];
}

interface Setting {
  family: 'display' | 'text';
  size: number;
  fill: string;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
  spacing?: number;
  /** The words are made smaller to fit into this width. */
  most?: number;
}

const escaped = (content: string): string => content.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

class Sheet {
  constructor(private readonly letters: Letters) {}

  /** Size of the title: joined letters are lower at the same size. */
  get title(): number {
    return this.letters.spaced ? 94 : 108;
  }

  /** From the start of a line. */
  at(x: number): number {
    return this.letters.rtl ? POSTER.width - x : x;
  }

  width(content: string, { family, size, weight = family === 'display' ? 400 : 500, spacing = 0 }: Setting): number {
    return this.letters.width(content, `${weight} ${size}px ${this.letters[family]}`) + (this.letters.spaced ? spacing * content.length : 0);
  }

  fit(content: string, set: Setting): Setting {
    const wide = this.width(content, set);
    return set.most !== undefined && wide > set.most ? { ...set, size: Math.floor((set.size * set.most) / wide) } : set;
  }

  words(content: string, x: number, y: number, wanted: Setting): string {
    const set = this.fit(content, wanted);
    const weight = set.weight ?? (set.family === 'display' ? 400 : 500);
    const spacing = set.spacing && this.letters.spaced ? ` letter-spacing="${set.spacing}"` : '';
    const direction = this.letters.rtl ? ' direction="rtl"' : '';
    return `<text x="${this.at(x).toFixed(1)}" y="${y}" font-family="${escaped(this.letters[set.family])}" font-size="${set.size}" font-weight="${weight}" fill="${set.fill}" text-anchor="${set.anchor ?? 'start'}"${spacing}${direction}>${escaped(content)}</text>`;
  }
}

const title = (sheet: Sheet, words: Words): string =>
  sheet.words(words.label, POSTER.width / 2, 116, { family: 'text', size: 22, weight: 600, fill: GOLD, anchor: 'middle', spacing: 6.6, most: 800 }) +
  sheet.words(words.day, POSTER.width / 2, 204, { family: 'display', size: sheet.title, fill: CREAM, anchor: 'middle', most: 880 });

/** One sum in its place; with more than six, symbols and figures are closer. */
function sum(sheet: Sheet, { shares }: Land, index: number, content: string): string {
  const share = shares[index];
  if (!share) return '';
  const { points, symbol } = share;
  const cell = PICTURE.width / shares.length;
  const [size, icon] = shares.length > 6 ? [24, 24] : [27, 30];
  const set: Setting = { family: 'display', size, fill: points === null ? MUTED : points < 0 ? ALERT : INK };
  const wide = icon + 9 + sheet.width(content, set);
  const from = MARGIN + cell * (index + 0.5) - wide / 2;
  const picture = symbolAt(symbol, sheet.at(from + icon / 2) - icon / 2, 1142 - icon / 2, icon, points === null ? MUTED : INK, PAPER);
  return picture + sheet.words(content, from + icon + 9, 1152, set);
}

/** The points with their words, the stamp between, and the name at the end of the line. */
function foot(sheet: Sheet, words: Words, letters: Letters): string {
  const points: Setting = { family: 'display', size: 104, fill: INK };
  const from = MARGIN + sheet.width(words.points, points) + 20;
  const left = [
    [words.unit, 1246, { family: 'display', size: 32, fill: INK, most: 500 - from }],
    [words.line, 1288, { family: 'text', size: 27, fill: INK, most: 520 - from }],
  ] as const;
  const end = POSTER.width - MARGIN;
  const right = [
    [words.name, 1250, { family: 'display', size: 46, fill: INK, anchor: 'end', most: 340 }],
    [words.about, 1288, { family: 'text', size: 22, fill: INK2, anchor: 'end', most: 360 }],
  ] as const;
  const reach = from + Math.max(...left.map(([content, , set]) => sheet.width(content, sheet.fit(content, set))));
  const back = end - Math.max(...right.map(([content, , set]) => sheet.width(content, sheet.fit(content, set))));
  return (
    sheet.words(words.points, MARGIN, 1290, points) +
    each(left, ([content, y, set]) => sheet.words(content, from, y, set)) +
    each(right, ([content, y, set]) => sheet.words(content, end, y, set)) +
    stamp(sheet.at((reach + back) / 2), 1262, words, letters)
  );
}

/** The poster as the content of an SVG picture. `seed` is the match's own. */
export function poster(land: Land, words: Words, letters: Letters, seed: number): string {
  const sheet = new Sheet(letters);
  const picture = `<defs><clipPath id="picture"><rect width="${PICTURE.width}" height="${PICTURE.height}" rx="3"/></clipPath></defs><g transform="translate(${MARGIN} ${MARGIN})" clip-path="url(#picture)">${panorama(land, seed, letters.rtl ? -1 : 1)}</g>`;
  return (
    shape(`M0 0H${POSTER.width}V${POSTER.height}H0Z`, PAPER) +
    picture +
    title(sheet, words) +
    each(words.sums, (content, index) => sum(sheet, land, index, content)) +
    line(`M${MARGIN} 1176H${POSTER.width - MARGIN}`, LINE, 1.5) +
    foot(sheet, words, letters)
  );
}
