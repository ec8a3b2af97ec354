// Vite plugin: `locales/<language>.json?text` becomes the address of a file with only the page's messages, gaps filled in English;
// `?lesson` that of one with the messages of lessons and puzzles, which only they load.

import type { Plugin } from 'vite';
import { asJson } from './asset.ts';

const PAGE = ['page.', 'color.', 'reason.', 'bot.', 'score.', 'why.'];
const LESSONS = ['lesson.', 'puzzle.'];

type Catalogue = Record<string, string>;

/** Picks messages out of a whole catalogue by the beginnings of their keys. */
function messages(source: string, prefixes: readonly string[]): Catalogue {
  const whole = JSON.parse(source) as Catalogue;
  return Object.fromEntries(Object.entries(whole).filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix))));
}

const catalogue = (query: string, prefixes: readonly string[]): Plugin =>
  asJson(query, async (file, read) => {
    const english = file.replace(/[^/]+$/, 'en.json');
    return { ...messages(await read(english), prefixes), ...messages(await read(file), prefixes) };
  });

export const catalogues = (): Plugin[] => [catalogue('text', PAGE), catalogue('lesson', LESSONS)];
