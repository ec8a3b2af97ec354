// What both plugins do: a file asked for with a query becomes the address of a JSON file that is made from it.

import type { Plugin } from 'vite';

export type Read = (path: string) => Promise<string>;

/** `file.x?query` is made into JSON by `make`; in the build it is a file of its own, named after the first part. */
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
