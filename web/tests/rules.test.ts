// The rules as the browser gets them: no options, no notation, drawn symbols instead of signs, and a picture for every marker.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parts } from '../plugins/rules.ts';

const FOLDER = new URL('../../src/lostcities/locales/rules/', import.meta.url);
const PAGES = readdirSync(FOLDER).map((file) => [file, file.split('.')[0] ?? ''] as const);

const source = (path: string | URL): string => readFileSync(path, 'utf-8');

test('there are pages', () => expect(PAGES).toHaveLength(18));

test.each(PAGES)('%s has what a reader in a browser needs, and no more', (file, game) => {
  const html = parts(source(new URL(file, FOLDER)), game)
    .map((part) => part.html)
    .join('');
  expect(html).not.toMatch(/<code>|<!--|☥|→|max_turns|layout/);
  expect(html.match(/<h2>/g)?.length).toBeGreaterThan(5);
  expect(html).toContain('<svg class="sign"');
  expect(html).toContain('Lost Cities');
});

test.each(PAGES)('%s names pictures that exist, each once', (file, game) => {
  const named = parts(source(new URL(file, FOLDER)), game).flatMap(({ figure }) => figure ?? []);
  const there = /Component>> = \{ (.*) \}/.exec(source(new URL(`../src/games/${game}/figures.ts`, import.meta.url)))?.[1] ?? '';
  expect([...named].sort()).toEqual(there.split(', ').map((entry) => entry.split(':')[0]).sort());
});

test('a sign without a drawing is refused', () => {
  expect(() => parts('Play `Y7`.', 'card')).toThrow('Y7');
  expect(parts('One `☥`\n\n<!-- figure two -->\n\nthree\n', 'board')).toEqual([{ html: expect.stringContaining('<svg'), figure: 'two' }, { html: '<p>three</p>\n' }]);
});

const inline = (markdown: string, game = 'board'): string => parts(markdown, game)[0]?.html.trim() ?? '';

test('a sign stays on one line with the word before it and the punctuation after it', () => {
  expect(inline('so red `R`, blue `B` and')).toMatch(/^<p>so <span class="kept">red <svg[^,]*<\/svg>,<\/span> <span class="kept">blue <svg[^,]*<\/svg><\/span> and<\/p>$/);
  for (const after of ['.', ':', '،', '؛', '\u00a0;', '\u202f:']) expect(inline(`one \`☥\`${after} two`)).toMatch(new RegExp(`</svg>${after}</span> two`));
});

test('an operator stays with the number after it, and a line breaks before it', () => {
  expect(inline('10 − 15 + 0 = **5** points, or (2 × −3).')).toBe('<p>10 −\u00a015 +\u00a00 =\u00a0<strong>5</strong> points, or (2 ×\u00a0−3).</p>');
  expect(inline('⁦۱۵ + ۳۵ = **۵۰**⁩')).toBe('<p>⁦۱۵ +\u00a0۳۵ =\u00a0<strong>۵۰</strong>⁩</p>');
});
