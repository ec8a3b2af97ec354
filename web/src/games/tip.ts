// A piece of advice in somebody's first game: said once, when its moment comes.

import type { View } from '../client/wire';
import type { Arguments } from '../text';

export interface Tip {
  /** Message `page.tip.<game>.<name>`. */
  name: string;
  when(view: View, legal: readonly string[]): boolean;
  /** It says what to do in a phase. All others, one after the other, are the rules in short. */
  now?: true;
  /** What the message needs to know of the table. */
  values?(view: View): Arguments;
}

export const always = (): boolean => true;
export const inPhase = (phase: string) => (view: View, legal: readonly string[]): boolean => view.phase === phase && legal.length > 0;
export const fromTurn = (turn: number) => (view: View, legal: readonly string[]): boolean => view.turn >= turn && legal.length > 0;
