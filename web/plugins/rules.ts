// Vite plugin: `rules/<game>.<language>.md?rules` becomes the address of a file with the rules as HTML, cut where pictures go.
//
// The rules are written once for the terminal and the browser. `<!-- figure NAME -->` marks the place of a picture. Everything between
// `<!-- terminal -->` and `<!-- /terminal -->` is left out here. Signs such as `☥` or `Y` become the symbols that the tables draw.

import { marked } from 'marked';
import type { Plugin } from 'vite';
import { CARDS, type Palette, ROLL } from '../src/drawings/palettes.ts';
import { block } from '../src/drawings/svg.ts';
import { symbol, symbolAt, type SymbolName } from '../src/drawings/symbols.ts';
import type { Part } from '../src/learn/rules.ts';
import { asJson } from './asset.ts';

const TERMINAL_ONLY = /^<!-- terminal -->$.*?^<!-- \/terminal -->$/gms;
const FIGURE = /^<!-- figure (\w+) -->$/m;
/** A sign, with the word before it and the punctuation after it. */
const CODE = /([^\s<>]+ )?<code>(.*?)<\/code>([\u00a0\u202f]?[,.;:!?)،؛؟]*)/g;
/** An operator before a number, which may be bold or negative. */
const OPERATOR = /([−+×=]) (?=(?:<strong>)?[−(\p{Nd}])/gu;
const SYMBOLS: Readonly<Record<string, SymbolName>> = { '☥': 'vase', '→': 'arrow', '*': 'star' };

const svg = (content: string): string => `<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${content}</svg>`;

const chip = ({ symbol: name, base, numeral }: Palette): string =>
  svg(block(0.5, 0.5, 23, 23, base, 6) + `<rect x=".5" y=".5" width="23" height="23" rx="6" fill="none" stroke="#2a211b" stroke-opacity=".45"/>` + symbolAt(name, 3.5, 3.5, 17, numeral, base));

/** Returns the drawing for a sign. It stands beside the word it belongs to, so screen readers skip it. */
function drawn(sign: string, palettes: Readonly<Record<string, Palette>>): string {
  const name = SYMBOLS[sign];
  if (name) return svg(symbol(name, 'currentColor', 'var(--paper)'));
  const palette = palettes[sign];
  if (!palette) throw new Error(`\`${sign}\` has no drawing: it belongs into the part for the terminal`);
  return chip(palette);
}

/** Keeps a sign with what belongs to it on one line. */
const kept = (before: string, sign: string, after: string): string => (before || after ? `<span class="kept">${before}${sign}${after}</span>` : sign);

/** Splits a page into parts, each with the name of the picture that follows it. */
export function parts(source: string, game: string): Part[] {
  const pieces = source.replace(TERMINAL_ONLY, '').split(FIGURE);
  const palettes = game === 'roll' ? ROLL : CARDS;
  const html = (markdown: string): string =>
    marked
      .parse(markdown, { async: false })
      .replace(CODE, (_, before: string | undefined, sign: string, after: string) => kept(before ?? '', drawn(sign, palettes), after))
      .replace(OPERATOR, '$1\u00a0');
  return pieces.flatMap((piece, i) => (i % 2 === 0 ? [{ html: html(piece), ...(pieces[i + 1] && { figure: pieces[i + 1] }) }] : []));
}

export const rules = (): Plugin => asJson('rules', async (file, read) => parts(await read(file), file.replace(/^.*\//, '').split('.')[0] ?? ''));
