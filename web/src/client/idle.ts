// Waits until the page has nothing else to do.

const PAUSE = 200;

/** Resolves when the page is idle, or after a timeout in browsers that cannot tell. */
export const idle = (): Promise<void> => new Promise((rest) => (window.requestIdleCallback ? window.requestIdleCallback(() => rest()) : setTimeout(rest, PAUSE)));
