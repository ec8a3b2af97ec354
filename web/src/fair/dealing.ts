// What a game says of its deals: what it does with the numbers of a fair shuffle, and what of that somebody sees.

import type { Happened, Options, View } from '../client/wire';
import type { Below } from './stream';

/** The field `setup` of a round in a record. */
export type Setup = Readonly<Record<string, unknown>>;

/** What lies where after a deal, as far as somebody may see it: `hand/0`, `left/43`, `roll/7`. */
export type Places = Readonly<Record<string, string>>;

export interface Seating {
  players: number;
  starter: number;
  options: Options;
}

export interface Dealing {
  /** What somebody sees of the deal: messages `page.fair.seen.<kind>`. */
  kind: 'cards' | 'dice';
  /** The setup that the numbers give. `recorded` says how many turns had begun, where chance goes on through the round. */
  setup(below: Below, seating: Seating, recorded: Setup): Setup;
  /** Everything that a setup puts somewhere. */
  places(setup: Setup, seating: Seating): Places;
  /** What a view, and the last thing that happened, show of the deal. */
  seen(view: View, last: Happened | null): Places;
  /** How many cards or rolls that is. */
  count(seen: Places): number;
}
