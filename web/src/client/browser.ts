// What a table needs from the browser window.

/** Returns the address of a table's socket. */
export function socketAddress(table: string): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/tables/${table}/live`;
}

/** Calls back when the network returns or the page becomes visible again; returns a function that stops it. */
export function whenBack(call: () => void): () => void {
  const seen = (): void => {
    if (document.visibilityState === 'visible') call();
  };
  window.addEventListener('online', call);
  document.addEventListener('visibilitychange', seen);
  return () => {
    window.removeEventListener('online', call);
    document.removeEventListener('visibilitychange', seen);
  };
}

/** Returns the browser's storage, or null where it is forbidden. */
export function keptThings(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const AGAIN = 4000;

/** Polls the server every few seconds, and as soon as the network returns, until it answers; returns a function that stops it. */
export function whenAnswered(call: () => void): () => void {
  const ask = (): void => void fetch('/healthz').then(({ ok }) => ok && call(), () => undefined);
  const timer = window.setInterval(ask, AGAIN);
  const sleep = whenBack(ask);
  return () => {
    window.clearInterval(timer);
    sleep();
  };
}

/** Whether nothing should move: the page is hidden, or the user asked for less motion. */
export const isStill = (): boolean => document.visibilityState !== 'visible' || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
