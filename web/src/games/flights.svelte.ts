// Follows what happens at a table and lets things fly, one after another: it measures where each is before the page changes, and says which places still wait.

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
  /** What flies after that. */
  private next = $state.raw<readonly Flight[]>([]);
  private shown: number | null = null;

  /** To be made while the table's component is: its effects have to run before those of the parts that change. */
  constructor(followed: () => Followed, path: (happened: Happened, you: number | null) => Flight | readonly Flight[] | null) {
    $effect.pre(() => {
      const { happened, you } = followed();
      const [newest] = happened;
      const before = this.shown;
      this.shown = newest?.version ?? 0;
      if (before === null || !newest?.move || newest.version <= before) return;
      this.fly(newest.version, isStill() ? [] : [path(newest, you) ?? []].flat());
    });
  }

  /** Something is on its way there: the place does not show it yet. */
  awaits(place: string): boolean {
    return [this.now, ...this.next].some((flight) => flight?.to.includes(place));
  }

  /** It has arrived: the next one leaves. */
  readonly arrive = (): void => {
    if (this.now) this.fly(this.now.version, this.next);
  };

  /** Nothing need fly any further. */
  readonly land = (): void => {
    this.now = null;
    this.next = [];
  };

  private fly(version: number, [first, ...rest]: readonly Flight[]): void {
    const start = first && findSpot(first.from);
    this.now = start ? { ...first, version, start } : null;
    this.next = this.now ? rest : [];
  }
}
