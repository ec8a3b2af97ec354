// Vite plugin: `locales/<language>.json?text` becomes the address of a file with only the page's messages, gaps filled in English.

import type { Plugin } from 'vite';
import { asJson } from './asset.ts';

const PREFIXES = ['page.', 'color.', 'reason.', 'bot.', 'score.', 'why.'];

type Catalogue = Record<string, string>;

/** Picks the page's messages out of a whole catalogue. */
export function pageMessages(source: string): Catalogue {
  const whole = JSON.parse(source) as Catalogue;
  return Object.fromEntries(Object.entries(whole).filter(([key]) => PREFIXES.some((prefix) => key.startsWith(prefix))));
}

export const catalogues = (): Plugin =>
  asJson('text', async (file, read) => {
    const english = file.replace(/[^/]+$/, 'en.json');
    return { ...pageMessages(await read(english)), ...pageMessages(await read(file)) };
  });
