// What every game's page view is given, and what it gives back.

import type { Component, Snippet } from 'svelte';
import type { Assist, Happened, HintMove, Options, View } from '../client/wire';
import type { Tip } from './tip';

export interface GameProps {
  view: View;
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
  hint: readonly HintMove[] | null;
  assist: Assist;
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

/** A move in words: the messages that say it was made and that advise to make it, and the card or colour it is about. */
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
  tell(move: string): Told;
  /** What a guide says in a first game. */
  tips: readonly Tip[];
  /** Keys of the help page: what to press, and the message that says what it does. */
  keys(options: Options): readonly (readonly [key: string, message: string])[];
  /** Where the guide lies and hides nothing that is needed: at the start of a line, or at its end. */
  guide: 'start' | 'end';
}
