// Sizes for everything at the card table, so that it fills the stage and every row keeps its place from the first turn to the last.

import { HIGH } from '../flights';
import type { Stage } from '../stage';

export interface Arrangement {
  /** Widths of a card: in the hand and your own columns, in the opponent's columns, on the piles. */
  hand: number;
  own: number;
  theirs: number;
  pile: number;
  /** How high columns can be, in card heights. */
  ownRoom: number;
  theirRoom: number;
  /** The share of the hand's first row that the second leaves visible. */
  shown: number;
  /** Width of a rail; 0 where there is none. */
  rail: number;
}

/** The share of its top card's height that a pile shows. */
export const PILE = 0.58;
/** The opponent's cards are smaller than your own by this factor. */
const THEIRS = 0.79;

/** Divides the height left for columns: your own get more. */
function rooms(height: number, own: number, theirs: number, share: number): Pick<Arrangement, 'ownRoom' | 'theirRoom'> {
  return { ownRoom: (height * share) / (HIGH * own), theirRoom: (height * (1 - share)) / (HIGH * theirs) };
}

/** With rails: 203 px of gaps, plaques, text and notes keep their size; the rest is 5.2 times as high as a card is wide. A second line of notes needs more. */
function withRails({ width, height, grow }: Stage, colors: number, review: boolean): Arrangement {
  const fixed = (review ? 225 : 203) * grow;
  const rail = Math.max(170, Math.min(280 * grow, 0.164 * width));
  const middle = width - 2 * rail - 96 * grow;
  const hand = Math.min((height - fixed) / 5.2, (width - 48) / 8.7, (middle / colors) * 0.86);
  const theirs = THEIRS * hand;
  const pile = 0.84 * hand;
  const left = height - fixed - HIGH * hand - HIGH * PILE * pile;
  return { hand, own: hand, theirs, pile, ...rooms(left, hand, theirs, 0.63), shown: 1, rail };
}

/** A tablet held upright: players are lines, and the hand lies beside deck and buttons. */
function upright({ width, height }: Stage, colors: number): Arrangement {
  const fixed = 246;
  const hand = Math.min((height - fixed) / 6.7, (width - 62) / 5.9, (width - 32) / colors - 18);
  const theirs = 0.8 * hand;
  const pile = 0.86 * hand;
  const left = height - fixed - 2 * HIGH * hand - HIGH * PILE * pile;
  return { hand, own: hand, theirs, pile, ...rooms(left, hand, theirs, 0.66), shown: 1, rail: 0 };
}

/** The first of two rows in the hand shrinks, down to its numerals, where columns would be too low. */
function phone({ width, height }: Stage, colors: number, review: boolean): Arrangement {
  const fixed = 218;
  const hand = Math.min(100, (width - 48) / 4);
  const own = Math.min(0.78 * hand, (width - 24) / colors - 7);
  const theirs = 0.9 * own;
  const pile = 0.86 * own;
  const wanted = HIGH * (1.75 * own + 1.25 * theirs);
  const spare = height - fixed - HIGH * PILE * pile - 2 * HIGH * hand - wanted;
  const shown = Math.max(review ? 0.72 : 0.48, Math.min(1, 1 + spare / (HIGH * hand)));
  const left = height - fixed - HIGH * PILE * pile - (1 + shown) * HIGH * hand;
  return { hand, own, theirs, pile, ...rooms(left, own, theirs, 0.6), shown, rail: 0 };
}

/** A low screen: the table on one side, the hand with its buttons on the other. A guide keeps her width, whatever the hand has. */
function beside({ width, height, taken = 0 }: Stage, colors: number): Arrangement {
  const hand = Math.min((height - 106) / (2 * HIGH), 0.1 * width);
  const rail = Math.max(4 * hand + 44, taken > 0 ? 0.48 * width : 0);
  const own = Math.min((width - rail - 24) / colors - 8, 0.9 * hand);
  const theirs = 0.88 * own;
  const pile = 0.8 * own;
  const left = height - 124 - HIGH * PILE * pile;
  return { hand, own, theirs, pile, ...rooms(left, own, theirs, 0.58), shown: 1, rail };
}

const WAYS = { desk: withRails, upright, phone, beside } as const;

/** `review`: the notes above the hand have two lines. */
export const arrange = (stage: Stage, colors: number, review = false): Arrangement => WAYS[stage.mode](stage, colors, review);
