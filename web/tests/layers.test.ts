// The layers of docs/page.md: a folder imports only from those before it, and there are no import cycles, types included.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../src');
const LAYERS = ['box', 'look', 'text', 'drawings', 'parts', 'client', 'fair', 'games', 'table', 'poster', 'daily', 'learn', 'home', 'replay', 'journal', 'puzzles', 'form', 'pages'];
/** `import … from`, `export … from`, `import '…'` and `import('…')`. */
const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;
const ENDINGS = ['', '.ts', '.svelte.ts', '/index.ts'];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]));

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

function importsOf(file: string): string[] {
  const named = [...readFileSync(file, 'utf-8').matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '').filter((name) => name.startsWith('.'));
  return named.map((name) => fileOf(file, name)).filter((path) => path.startsWith(ROOT) && /\.(ts|svelte)$/.test(path)).map((path) => relative(ROOT, path));
}

/** Returns the file that a name stands for. A missing one would hide everything it imports. */
function fileOf(importer: string, name: string): string {
  const found = ENDINGS.map((ending) => resolve(dirname(importer), name) + ending).find(isFile);
  if (found === undefined) throw new Error(`${relative(ROOT, importer)} imports ${name}, which is not there`);
  return found;
}

const files = filesIn(ROOT).filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.d.ts'));
const graph = new Map(files.map((file) => [relative(ROOT, file), importsOf(file)]));

/** Returns a path of imports that leads back to its start; null if there is none. */
function cycleFrom(file: string, path: readonly string[], done: Set<string>): readonly string[] | null {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  if (done.has(file)) return null;
  for (const next of graph.get(file) ?? []) {
    const found = cycleFrom(next, [...path, file], done);
    if (found) return found;
  }
  done.add(file);
  return null;
}

test('there are files and imports to look at', () => {
  expect(graph.size).toBeGreaterThan(100);
  expect([...graph.values()].flat().length).toBeGreaterThan(300);
});

test('no file imports itself through others', () => {
  const done = new Set<string>();
  for (const file of graph.keys()) expect(cycleFrom(file, [], done)?.join(' -> ') ?? '').toBe('');
});

test('a folder imports only from those before it', () => {
  const wrong = [...graph].flatMap(([file, imports]) => {
    const [own] = file.split('/');
    const at = LAYERS.indexOf(own ?? '');
    return at < 0 ? [] : imports.filter((other) => LAYERS.indexOf(other.split('/')[0] ?? '') > at || !other.includes('/')).map((other) => `${file} -> ${other}`);
  });
  expect(wrong).toEqual([]);
});

test('a game knows no other game', () => {
  const gameOf = (file: string): string => /^games\/(\w+)\//.exec(file)?.[1] ?? '';
  const wrong = [...graph].flatMap(([file, imports]) => (gameOf(file) ? imports.filter((other) => gameOf(other) && gameOf(other) !== gameOf(file)).map((other) => `${file} -> ${other}`) : []));
  expect(wrong).toEqual([]);
});

test('every folder has its layer', () => {
  const folders = new Set([...graph.keys()].filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
  expect([...folders].filter((folder) => !LAYERS.includes(folder ?? ''))).toEqual([]);
});
