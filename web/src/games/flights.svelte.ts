// Follows the events at a table and lets things fly one after another: measures where each starts before the page changes, and knows which places wait.

import { isStill } from '../client/browser';
import type { Happened } from '../client/wire';
import { findSpot, type Flight, type Spot } from './flights';
import { turnsOf } from './marks';

export interface Flying extends Flight {
  version: number;
  start: Spot;
}

interface Followed {
  happened: readonly Happened[];
  you: number | null;
}

/** The decisions that were undone, newest first: all of the last turn. */
const undone = (before: readonly Happened[]): Happened[] => (before[0]?.move ? (turnsOf(before)[0]?.moves ?? []).toReversed() : []);

export class Flights {
  now = $state.raw<Flying | null>(null);
  /** The flights after the current one. */
  private next = $state.raw<readonly Flight[]>([]);
  private shown: readonly Happened[] | null = null;

  /** Create it with the table's component: its effects must run before those of the parts that change. Without `undo`, undone cards do not fly. */
  constructor(followed: () => Followed, path: (happened: Happened, you: number | null) => Flight | readonly Flight[] | null, undo: typeof path = () => null) {
    $effect.pre(() => {
      const { happened, you } = followed();
      const [newest] = happened;
      const before = this.shown;
      this.shown = happened;
      if (!before || !newest || newest.version <= (before[0]?.version ?? 0)) return;
      const found = newest.move ? path(newest, you) : newest.what === 'takeback' ? undone(before).flatMap((one) => undo(one, you) ?? []) : null;
      if (found) this.fly(newest.version, isStill() ? [] : [found].flat());
    });
  }

  /** Whether something is on its way to a place, which does not show it yet. */
  awaits(place: string): boolean {
    return [this.now, ...this.next].some((flight) => flight?.to.includes(place));
  }

  /** Called on arrival: the next flight starts. */
  readonly arrive = (): void => {
    if (this.now) this.fly(this.now.version, this.next);
  };

  /** Ends all flights at once. */
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
