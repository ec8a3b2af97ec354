// A piece of advice for a player's first game, given once, when its moment comes.

import type { View } from '../client/wire';
import type { Arguments } from '../text';

type Moment = (view: View, legal: readonly string[]) => boolean;

export interface Tip {
  /** Message `page.tip.<game>.<name>`. */
  name: string;
  when: Moment;
  /** Whether it says what to do in a phase. All others, one after another, are a summary of the rules. */
  now?: true;
  /** The arguments of the message. */
  values?(view: View): Arguments;
  /** What it is about: how the names of these places begin. */
  about?(view: View): string[];
}

/** A moment of a phase; from a turn on, or when something else holds. */
export const inPhase =
  (phase: string, holds: Moment = () => true): Moment =>
  (view, legal) => view.phase === phase && holds(view, legal);
export const fromTurn = (turn: number): Moment => (view) => view.turn >= turn;

/** The place of a seat's own columns. */
export const ownColumns = ({ seat }: View): string[] => [`column:${seat ?? 0}:`];
