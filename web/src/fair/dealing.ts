// What the fair check needs from a game: how it deals from the numbers of a shuffle, and which part of the deal a seat sees.

import type { Happened, Options, View } from '../client/wire';
import type { Below } from './stream';

/** The field `setup` of a round in a record. */
export type Setup = Readonly<Record<string, unknown>>;

/** What lies where after a deal, as far as a seat may see it: `hand/0`, `left/43`, `roll/7`. */
export type Places = Readonly<Record<string, string>>;

export interface Seating {
  players: number;
  starter: number;
  options: Options;
}

export interface Dealing {
  /** What a seat sees of the deal: messages `page.fair.seen.<kind>`. */
  kind: 'cards' | 'dice';
  /** The setup that the numbers lead to. `recorded` says how many turns had started, for games with chance during the round. */
  setup(below: Below, seating: Seating, recorded: Setup): Setup;
  /** Everything that a setup places. */
  places(setup: Setup, seating: Seating): Places;
  /** What a view and the last event show of the deal. */
  seen(view: View, last: Happened | null): Places;
  /** How many cards or rolls `seen` holds. */
  count(seen: Places): number;
}
