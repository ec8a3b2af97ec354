// Follows what happens at a table and lets cards fly: it measures where a card is before the page changes, and says which places still wait for theirs.

import { isStill } from '../client/browser';
import type { Happened } from '../client/wire';
import { findSpot, type Flight, type Spot } from './flights';

export interface Flying extends Flight {
  version: number;
  start: Spot;
}

interface Followed {
  happened: readonly Happened[];
  you: number | null;
}

export class Flights {
  now = $state.raw<Flying | null>(null);
  private shown: number | null = null;

  /** To be made while the table's component is: its effects have to run before those of the parts that change. */
  constructor(followed: () => Followed, path: (happened: Happened, you: number | null) => Flight | null) {
    $effect.pre(() => {
      const { happened, you } = followed();
      const [newest] = happened;
      const before = this.shown;
      this.shown = newest?.version ?? 0;
      if (before === null || !newest?.move || newest.version <= before) return;
      this.now = isStill() ? null : take(newest.version, path(newest, you));
    });
  }

  /** A card is on its way there: the place does not show it yet. */
  awaits(place: string): boolean {
    return this.now?.to.includes(place) ?? false;
  }

  /** The card has arrived, or need not fly any further. */
  readonly land = (): void => {
    this.now = null;
  };
}

function take(version: number, flight: Flight | null): Flying | null {
  const start = flight && findSpot(flight.from);
  return start ? { ...flight, version, start } : null;
}
