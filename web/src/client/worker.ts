// Installs the service worker, which keeps the shell and the lessons for times without a network. See worker/worker.ts.

import { idle } from './idle';

/** Milliseconds before it fetches what it keeps: until then, the line belongs to the person's first game. */
const LATER = 10_000;

/** Installs the worker after a while, or at once. Browsers only have workers on https and on this computer. */
export async function installWorker(wait = LATER): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  await new Promise((rest) => setTimeout(rest, wait));
  await idle();
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined); // private windows may forbid it
}
