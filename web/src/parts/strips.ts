// How the cards of an expedition lie in its column, as shares of a card's height. The foot card comes first.

import { isWager } from '../drawings/kind';

/** The visible share of the foot card, of a card in between, and of the newest: the most, and the least. */
const FOOT = [1, 0.3] as const;
const STRIP = [0.257, 0.1] as const;
const NEWEST = [0.386, 0.2] as const;
/** Below this, numerals are smaller, and the letter stands beside its symbol. */
const COMPACT = 0.228;
/** Below this the foot card is a strip like the others, and its landscape is not drawn. */
const LANDSCAPE = 0.45;
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
  /** Whether the whole landscape is drawn, because much of it is visible. */
  whole: boolean;
}

export interface Layout {
  strips: Strip[];
  height: number;
  /** The visible share of the newest card. */
  newest: number;
  compact: boolean;
}

type Pile = Pick<Strip, 'kind' | 'count'>;

/** Merges identical neighbours into one strip, if `may` allows it. */
function merged(piles: readonly Pile[], may: (kind: string) => boolean): Pile[] {
  const result: Pile[] = [];
  for (const pile of piles) {
    const last = result.at(-1);
    if (last && last.kind === pile.kind && may(pile.kind)) last.count += pile.count;
    else result.push({ ...pile });
  }
  return result;
}

/** With more than seven strips, identical wagers share one; with more than twelve (only in the board game), all identical cards do. */
function piles(cards: readonly string[]): Pile[] {
  const single = cards.map((kind) => ({ kind, count: 1 }));
  if (single.length <= COMFORTABLE) return single;
  const wagers = merged(single, isWager);
  return wagers.length <= MOST ? wagers : merged(wagers, () => true);
}

interface Shares {
  foot: number;
  strip: number;
  newest: number;
}

/** The foot card shrinks first, then the strips and the newest together. */
function shares(count: number, room: number): Shares {
  if (count === 1) return { foot: 0, strip: 0, newest: Math.min(1, room) };
  const between = count - 2;
  const most = room - between * STRIP[0] - NEWEST[0];
  if (most >= FOOT[1]) return { foot: Math.min(FOOT[0], most), strip: STRIP[0], newest: NEWEST[0] };
  const least = FOOT[1] + between * STRIP[1] + NEWEST[1];
  const give = Math.max(0, Math.min(1, (room - least) / (FOOT[1] + between * STRIP[0] + NEWEST[0] - least)));
  const part = ([full, small]: readonly [number, number]): number => small + give * (full - small);
  return { foot: FOOT[1], strip: part(STRIP), newest: part(NEWEST) };
}

/** Shows as much of every card as fits into `room`, in card heights. */
export function layOut(cards: readonly string[], room: number): Layout {
  const list = piles(cards);
  if (list.length === 0) return { strips: [], height: 0, newest: 0, compact: false };
  const { foot, strip, newest } = shares(list.length, room);
  const last = list.length - 1;
  const topOf = (index: number): number => (index < last ? foot + index * strip : foot + Math.max(0, last - 1) * strip + newest);
  const strips = list.map((pile, index) => ({
    ...pile,
    top: topOf(index),
    depth: last ? index / last : 0.2,
    newest: index === last,
    whole: index === last || (index === 0 && foot > LANDSCAPE),
  }));
  return { strips, height: topOf(last), newest, compact: list.length > 2 && strip < COMPACT };
}
