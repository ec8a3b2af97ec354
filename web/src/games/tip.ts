// A piece of advice for a player's first game, given once when it applies.

import type { View } from '../client/wire';
import type { Arguments } from '../text';

export interface Tip {
  /** Message `page.tip.<game>.<name>`. */
  name: string;
  when(view: View, legal: readonly string[]): boolean;
  /** Whether it says what to do in a phase. All others, one after another, are a summary of the rules. */
  now?: true;
  /** The arguments of the message. */
  values?(view: View): Arguments;
}

export const always = (): boolean => true;
export const inPhase = (phase: string) => (view: View, legal: readonly string[]): boolean => view.phase === phase && legal.length > 0;
export const fromTurn = (turn: number) => (view: View, legal: readonly string[]): boolean => view.turn >= turn && legal.length > 0;
