// How the page's own modules are tested, without a browser: `npm run test`.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [svelte()], test: { include: ['tests/**/*.test.ts'], environment: 'node' } });
