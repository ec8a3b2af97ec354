// When a page that stays open has to ask again what there is today.

import { whenBack } from '../client/browser';
import type { Day } from '../client/daily';

type Hours = Pick<Day, 'begins' | 'ends' | 'closes' | 'now'>;

/** Milliseconds: by then, the server's clock has passed the moment, too. */
const LATER = 1000;
/** The longest time that a browser's timer can wait. */
const LONGEST = 2 ** 31 - 1;

/** Milliseconds until one of these days begins, ends or is closed; without end once all are. */
export const untilNews = (days: readonly Hours[]): number => Math.min(...days.flatMap(({ begins, ends, closes, now }) => [begins, ends, closes].map((moment) => moment - now)).filter((wait) => wait > 0));

/** Calls back when days that were just loaded may have changed: when one ends, the page is seen again, or the network is back. Returns a function that stops it. */
export function whenNews(days: readonly Hours[], call: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible') call(); // otherwise when it is seen again
  };
  const timer = window.setTimeout(look, Math.min(untilNews(days) + LATER, LONGEST));
  const sleep = whenBack(call);
  return () => {
    window.clearTimeout(timer);
    sleep();
  };
}
