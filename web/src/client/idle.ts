// The moments in which a page has nothing to do.

const PAUSE = 200;

/** Resolves when the page is idle; not every browser can tell. */
export const idle = (): Promise<void> => new Promise((rest) => (window.requestIdleCallback ? window.requestIdleCallback(() => rest()) : setTimeout(rest, PAUSE)));
