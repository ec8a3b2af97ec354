// How large everything of the card table is, so that it fills the stage and every row keeps its place from the first turn to the last.

import { HIGH } from '../flights';
import type { Stage } from '../stage';

export interface Arrangement {
  /** Widths of a card: in the hand and the own columns, in the other's columns, on the piles. */
  hand: number;
  own: number;
  theirs: number;
  pile: number;
  /** How high columns can be, in heights of their cards. */
  ownRoom: number;
  theirRoom: number;
  /** The share of the hand's first row that the second leaves to be seen. */
  shown: number;
  /** Width of a rail; 0 where there is none. */
  rail: number;
}

/** What a pile shows of its top card, as a share of its height. */
export const PILE = 0.58;
/** Their cards are this much smaller than one's own. */
const THEIRS = 0.79;

/** Divides the height that is left for columns: the own ones get more. */
function rooms(height: number, own: number, theirs: number, share: number): Pick<Arrangement, 'ownRoom' | 'theirRoom'> {
  return { ownRoom: (height * share) / (HIGH * own), theirRoom: (height * (1 - share)) / (HIGH * theirs) };
}

/** With rails: what does not shrink are 203 px of gaps, plaques, words and notes; the rest is 5.2 times as high as a card is wide. */
function withRails({ width, height, grow }: Stage, colors: number): Arrangement {
  const fixed = 203 * grow;
  const rail = Math.max(170, Math.min(280 * grow, 0.164 * width));
  const middle = width - 2 * rail - 96 * grow;
  const hand = Math.min((height - fixed) / 5.2, (width - 48) / 8.7, (middle / colors) * 0.86);
  const theirs = THEIRS * hand;
  const pile = 0.84 * hand;
  const left = height - fixed - HIGH * hand - HIGH * PILE * pile;
  return { hand, own: hand, theirs, pile, ...rooms(left, hand, theirs, 0.63), shown: 1, rail };
}

/** A tablet held upright: players are lines, the hand lies beside deck and buttons. */
function upright({ width, height }: Stage, colors: number): Arrangement {
  const fixed = 246;
  const hand = Math.min((height - fixed) / 6.7, (width - 62) / 5.9, (width - 32) / colors - 18);
  const theirs = 0.8 * hand;
  const pile = 0.86 * hand;
  const left = height - fixed - 2 * HIGH * hand - HIGH * PILE * pile;
  return { hand, own: hand, theirs, pile, ...rooms(left, hand, theirs, 0.66), shown: 1, rail: 0 };
}

/** Of a hand in two rows the first gives way, down to its numerals, where columns would be too low. */
function phone({ width, height }: Stage, colors: number): Arrangement {
  const fixed = 218;
  const hand = Math.min(100, (width - 48) / 4);
  const own = Math.min(0.78 * hand, (width - 24) / colors - 7);
  const theirs = 0.9 * own;
  const pile = 0.86 * own;
  const wanted = HIGH * (1.75 * own + 1.25 * theirs);
  const spare = height - fixed - HIGH * PILE * pile - 2 * HIGH * hand - wanted;
  const shown = Math.max(0.48, Math.min(1, 1 + spare / (HIGH * hand)));
  const left = height - fixed - HIGH * PILE * pile - (1 + shown) * HIGH * hand;
  return { hand, own, theirs, pile, ...rooms(left, own, theirs, 0.6), shown, rail: 0 };
}

/** A low screen: the table at one side, the hand with its buttons at the other. */
function beside({ width, height }: Stage, colors: number): Arrangement {
  const hand = Math.min((height - 106) / (2 * HIGH), 0.1 * width);
  const rail = 4 * hand + 44;
  const own = Math.min((width - rail - 24) / colors - 8, 0.9 * hand);
  const theirs = 0.88 * own;
  const pile = 0.8 * own;
  const left = height - 124 - HIGH * PILE * pile;
  return { hand, own, theirs, pile, ...rooms(left, own, theirs, 0.58), shown: 1, rail };
}

const WAYS = { desk: withRails, upright, phone, beside } as const;

export const arrange = (stage: Stage, colors: number): Arrangement => WAYS[stage.mode](stage, colors);
