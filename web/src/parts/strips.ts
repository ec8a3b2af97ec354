// How the cards of an expedition lie in its column, as shares of a card's height. The foot card comes first.

import { isWager } from '../drawings/kind';

const FOOT = 0.3;
const STRIP = 0.255;
const NARROW = 0.18;
const NEWEST = 0.4;
const COMFORTABLE = 7;
const MOST = 12;

export interface Strip {
  kind: string;
  count: number;
  /** How far its top edge lies above the foot of the column. */
  top: number;
  /** 0 at the foot, 1 at the far end. */
  depth: number;
  newest: boolean;
}

interface Layout {
  strips: Strip[];
  height: number;
  compact: boolean;
}

type Pile = Pick<Strip, 'kind' | 'count'>;

/** Equal neighbours that `may` share a strip do so. */
function merged(piles: readonly Pile[], may: (kind: string) => boolean): Pile[] {
  const result: Pile[] = [];
  for (const pile of piles) {
    const last = result.at(-1);
    if (last && last.kind === pile.kind && may(pile.kind)) last.count += pile.count;
    else result.push({ ...pile });
  }
  return result;
}

/** More than seven strips: equal wagers share one. More than twelve (the board game only): all equal cards do. */
function piles(cards: readonly string[]): Pile[] {
  const single = cards.map((kind) => ({ kind, count: 1 }));
  if (single.length <= COMFORTABLE) return single;
  const wagers = merged(single, isWager);
  return wagers.length <= MOST ? wagers : merged(wagers, () => true);
}

/** Where the top edge of the strip at `index` lies, of `count`. */
function top(index: number, count: number, strip: number): number {
  if (index < count - 1) return FOOT + index * strip;
  return count === 1 ? NEWEST : FOOT + (count - 2) * strip + NEWEST;
}

export function layOut(cards: readonly string[]): Layout {
  const list = piles(cards);
  const compact = list.length > COMFORTABLE;
  const last = list.length - 1;
  const strips = list.map((pile, index) => ({
    ...pile,
    top: top(index, list.length, compact ? NARROW : STRIP),
    depth: last ? index / last : 0.2,
    newest: index === last,
  }));
  return { strips, height: strips.at(-1)?.top ?? 0, compact };
}
