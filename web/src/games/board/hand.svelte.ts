// Choosing a move in the board game: a card that opens a path needs a figure, too.

import { HandChoice } from '../hand.svelte';
import type { FigureKind } from './view';

export class Choice extends HandChoice {
  get canGoOn(): boolean {
    return this.card !== null && this.may(this.card);
  }

  canOpen(kind: FigureKind): boolean {
    return this.card !== null && this.may(`${this.card}:${kind}`);
  }

  /** The only move that plays the chosen card; null if there is none, or if a figure has to be chosen first. */
  get only(): string | null {
    const { ways } = this;
    return ways.length === 1 ? (ways[0] ?? null) : null;
  }

  open(kind: FigureKind): void {
    if (this.canOpen(kind)) this.make(`${this.card!}:${kind}`);
  }

  /** Plays or discards the card at a place in one step. */
  play(place: number, move: string): void {
    this.take(place);
    this.make(move);
  }

  /** Keeps a card chosen that was dropped on the map if a figure has to be chosen first. */
  override drop(target: string): boolean {
    if (target === 'lay' && this.only === null) return false;
    const before = this.card;
    if (target === 'lay:e') this.open('e');
    else if (target === 'lay:s') this.open('s');
    else return super.drop(target);
    return before !== this.card;
  }

  protected override press(key: string): boolean {
    if (key !== 's' || !this.canOpen('s')) return super.press(key);
    this.open('s');
    return true;
  }
}
