// Shared by both plugins: importing a file with a query gives the address of a JSON file made from it.

import type { Plugin } from 'vite';

export type Read = (path: string) => Promise<string>;

/** Turns `file.x?query` into JSON with `make`. In the build the JSON is a separate file, named after the original without its extension. */
export function asJson(query: string, make: (file: string, read: Read) => Promise<unknown>): Plugin {
  let serving = false;
  return {
    name: query,
    enforce: 'pre',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    async load(id) {
      if (!id.endsWith(`?${query}`)) return null;
      const file = id.slice(0, -query.length - 1);
      const source = JSON.stringify(await make(file, (path) => this.fs.readFile(path, { encoding: 'utf8' })));
      this.addWatchFile(file);
      if (serving) return `export default ${JSON.stringify('data:application/json,' + encodeURIComponent(source))}`;
      const name = file.replace(/^.*\/|\.[^.]*$/g, '');
      const asset = this.emitFile({ type: 'asset', name: `${query}.${name}.json`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${asset}`;
    },
  };
}
