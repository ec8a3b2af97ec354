// Vite plugin: writes `sw.js`, the service worker, with the list of the files that it keeps: what the home page, the rules and the lessons
// are made of, in every language. Everything else needs the server anyway.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Plugin, type Rollup, transformWithOxc } from 'vite';

const SOURCE = fileURLToPath(new URL('../worker/worker.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const INDEX = fileURLToPath(new URL('../index.html', import.meta.url));
/** Pages that only show what the server knows. */
const ONLINE = /\/src\/pages\/(?!Lesson|Learn)|\/src\/home\/Today|\/src\/poster\/|\/src\/client\/(daily|journals)/;
/** Fonts, catalogues, rules, lessons. */
const LETTERS = /\.(woff2|json)$/;

type Bundle = Rollup.OutputBundle;

/** The script of the page: in one piece with what it imports, so no chunk is marked as the entry. */
const first = (bundle: Bundle): Rollup.OutputChunk | undefined =>
  Object.values(bundle).find((one): one is Rollup.OutputChunk => one.type === 'chunk' && one.moduleIds.includes(MAIN));

/** Returns the scripts reached from the first without passing through a page that needs the server. */
function scripts(bundle: Bundle): Rollup.OutputChunk[] {
  const found = new Set<Rollup.OutputChunk>();
  const open: (Rollup.OutputChunk | Rollup.OutputAsset | undefined)[] = [first(bundle)];
  for (let one = open.pop(); one; one = open.pop()) {
    if (one.type !== 'chunk' || found.has(one) || ONLINE.test(one.facadeModuleId ?? '')) continue;
    found.add(one);
    open.push(...[...one.imports, ...one.dynamicImports].flatMap((name) => bundle[name] ?? []));
  }
  return [...found];
}

function filesIn(bundle: Bundle): string[] {
  const chunks = scripts(bundle);
  const styles = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  const letters = Object.keys(bundle).filter((name) => LETTERS.test(name));
  return [...new Set([...chunks.map((chunk) => chunk.fileName), ...styles, ...letters])].sort().map((name) => `/${name}`);
}

export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const files = filesIn(bundle);
      const entry = first(bundle)?.fileName;
      if (!entry) throw new Error('the script of the page was not found');
      const { code } = await transformWithOxc(await readFile(SOURCE, 'utf8'), SOURCE);
      const version = createHash('sha256').update(files.join() + code + (await readFile(INDEX, 'utf8'))).digest('hex').slice(0, 12);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: `const BUILD = ${JSON.stringify({ version, entry, files })};\n${code}` });
    },
  };
}
