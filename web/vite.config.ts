// How the page is built: into the Python package, with the catalogues cut to what it says.

import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { catalogues } from './plugins/catalogues.ts';
import { rules } from './plugins/rules.ts';
import { worker } from './plugins/worker.ts';

/** While the page is written, `lostcities serve` runs beside it. */
const SERVER = 'http://127.0.0.1:8765';

export default defineConfig({
  base: '/',
  plugins: [svelte(), catalogues(), rules(), worker()],
  resolve: { alias: { '@formatjs/icu-skeleton-parser': fileURLToPath(new URL('src/text/skeletons.ts', import.meta.url)) } },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: SERVER, ws: true, changeOrigin: true, headers: { origin: SERVER } } } },
  build: {
    outDir: '../src/lostcities/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        assetFileNames: 'assets/[name].[hash][extname]',
        chunkFileNames: 'assets/[name].[hash].js',
        entryFileNames: 'assets/[name].[hash].js',
        // The first page in one piece: two dozen small ones take turns on a slow line, and weigh more.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
});
