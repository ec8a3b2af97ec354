// The map as shown, slightly behind the real position: first the card arrives, then the figure walks, then its player gets the tile.

import { isStill } from '../../client/browser';
import { type Prize, prizeBetween, stand, type Standing, type Walk, walksBetween } from './standing';
import type { BoardView } from './view';

/** More walks than this come from a lost connection, and nobody wants to watch them. */
const MOST = 3;

export class March {
  /** Scores, tiles and crossings as shown. */
  seen: BoardView;
  standing: readonly Standing[];
  walks = $state.raw<readonly Walk[]>([]);
  prize = $state.raw<Prize | null>(null);
  private goal: BoardView;
  /** The position that the current walks lead to. */
  private next: BoardView;
  private walking = 0;

  constructor(view: BoardView) {
    this.seen = $state.raw(view);
    this.standing = $state.raw(stand(view));
    this.goal = this.next = view;
  }

  get busy(): boolean {
    return this.walks.length > 0 || this.prize !== null;
  }

  /** Call this with every position once its card has arrived. */
  follow(view: BoardView): void {
    if (view === this.goal) return;
    this.goal = view;
    if (!this.busy) this.start();
  }

  private start(): void {
    this.next = this.goal;
    const walks = isStill() ? [] : walksBetween(this.seen, this.next);
    this.standing = stand(this.next, this.standing);
    this.walks = walks.length > MOST ? [] : walks;
    this.walking = this.walks.length;
    if (!this.busy) this.settle();
  }

  /** Called when one of the figures has arrived. */
  readonly arrived = (): void => {
    this.walking -= 1;
    if (this.walking > 0 || this.walks.length === 0) return;
    const prize = prizeBetween(this.seen, this.next, this.walks);
    this.walks = [];
    if (!prize) return this.settle();
    this.seen = { ...this.seen, tiles: this.next.tiles };
    this.prize = prize;
  };

  /** Called when the tile has arrived. */
  readonly taken = (): void => {
    if (this.prize) this.settle();
  };

  /** Puts everything where it belongs at once. */
  readonly land = (): void => {
    if (!this.busy) return;
    this.next = this.goal;
    this.settle();
  };

  private settle(): void {
    this.walks = [];
    this.prize = null;
    this.seen = this.next;
    this.standing = stand(this.next, this.standing);
    if (this.goal !== this.next) this.start();
  }
}
