// What a table needs of the window that it is shown in.

/** Where a table's socket is. */
export function socketAddress(table: string): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/tables/${table}/live`;
}

/** Calls when the network is back, or somebody looks at the page again; returns what ends that. */
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

/** Where the browser keeps things between visits; null where that is forbidden. */
export function keptThings(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const AGAIN = 4000;

/** Asks the server every few seconds, and at once when the network is back, until it answers; returns what ends that. */
export function whenAnswered(call: () => void): () => void {
  const ask = (): void => void fetch('/healthz').then(({ ok }) => ok && call(), () => undefined);
  const timer = window.setInterval(ask, AGAIN);
  const sleep = whenBack(ask);
  return () => {
    window.clearInterval(timer);
    sleep();
  };
}

/** Nobody looks at the page, or nothing on it is to move. */
export const isStill = (): boolean => document.visibilityState !== 'visible' || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
