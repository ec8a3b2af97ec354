// What every game's page view is given, and what it gives back.

import type { Component, Snippet } from 'svelte';
import type { Assist, Happened, HintMove, Options, View } from '../client/wire';
import type { Sound } from './sound';
import type { Stage } from './stage';
import type { Tip } from './tip';

export interface GameProps {
  view: View;
  /** The room that the table has; it fills it, and nothing of it scrolls away. */
  stage: Stage;
  /** The moves that may be chosen now; none while others decide. */
  legal: readonly string[];
  /** By seat. */
  names: readonly string[];
  faces: readonly string[];
  /** The seat whose hand or sheet is shown in front; null for a spectator. */
  you: number | null;
  /** What happened, the newest first. */
  happened: readonly Happened[];
  /** What moves would add to the own score, and why others are not possible: answers to `explain`. */
  gains: Readonly<Record<string, number>>;
  reasons: Readonly<Record<string, string>>;
  /** What a bot thinks of the moves, the best first; null where nobody asked. */
  hint: readonly HintMove[] | null;
  /** In a replay, what was done in the turn that is shown: nothing is to be decided, and all turns are listed beside the table. */
  past?: string;
  /** It has been asked, and still thinks. */
  thinking: boolean;
  assist: Assist;
  /** Hint and undo: with rails beside the table they are in the own panel, else in the header. */
  tools?: Snippet;
  /** Somebody's clock, whether they are there, what they say; shown beside their name. */
  presence?: Snippet<[seat: number]>;
  choose(move: string): void;
  explain(moves: string[]): void;
}

export interface ResultProps {
  /** The position at the end of the round. */
  view: View;
  names: readonly string[];
  faces: readonly string[];
}

export interface EndingProps {
  /** The position at the end of a round. */
  view: View;
  seat: number;
  /** One of the others, beside the own result. */
  small: boolean;
  /** The room that it has, in CSS pixels. */
  width: number;
  height: number;
}

/** What a small picture of a position is given. */
export interface GlimpseProps {
  view: View;
  /** Whose side is shown. */
  seat: number;
}

/** A move in words: the messages that say it was made (`who`: you, other, rest of a turn; `name`; `kind`) and that advise to make it, and the card or colour it is about. */
export interface Told {
  did: string;
  advice: string;
  kind?: string;
  /** Its colour is one of the roll & write game's. */
  roll?: boolean;
}

export interface GameView {
  Table: Component<GameProps>;
  /** How the scores came about, as the rulebook works them out. */
  Result: Component<ResultProps>;
  /** What a seat has made of a match, to look at when it is over; without it, the scores are shown. */
  Ending?: Component<EndingProps>;
  /** One true sentence about a finished match, for a seat. */
  remark?(view: View, seat: number): string;
  /** `card` is what was drawn, where it is known. */
  tell(move: string, card?: string): Told;
  /** What it sounds like that a move has led to a position. */
  sound(move: string, view: View): Sound;
  /** What a guide says in a first game. */
  tips: readonly Tip[];
  /** Keys of the help page: what to press, and the message that says what it does. */
  keys(options: Options): readonly (readonly [key: string, message: string])[];
  /** Where the guide lies and hides nothing that is needed: at the start of a line, or at its end. */
  guide: 'start' | 'end';
}
