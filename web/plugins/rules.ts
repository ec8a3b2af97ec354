// Vite plugin: `rules/<game>.<language>.md?rules` becomes the address of a file with the page as HTML, a section for each heading.

import { marked } from 'marked';
import type { Plugin } from 'vite';
import { asJson } from './asset.ts';

/** The page cut before every heading of the second level. */
export const sections = (source: string): string[] => source.split(/^(?=## )/m).map((section) => marked.parse(section, { async: false }));

export const rules = (): Plugin => asJson('rules', async (file, read) => sections(await read(file)));
