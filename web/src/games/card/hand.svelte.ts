// Choosing a move of the card game in two steps: a card of the hand first, then where it goes; or at once what to draw.

import type { GameProps } from '../props';
import { colorOf } from './view';

export class Choice {
  /** The place in the hand of the card that is chosen; equal cards are told apart by it. */
  place = $state<number | null>(null);

  constructor(private readonly props: () => Pick<GameProps, 'legal' | 'choose'>, private readonly hand: () => readonly string[]) {}

  get card(): string | null {
    return this.place === null ? null : (this.hand()[this.place] ?? null);
  }

  get canLay(): boolean {
    return this.card !== null && this.props().legal.includes(this.card);
  }

  get canDiscard(): boolean {
    return this.card !== null && this.props().legal.includes(`-${this.card}`);
  }

  pick(place: number): void {
    const card = this.hand()[place];
    const playable = card !== undefined && (this.props().legal.includes(card) || this.props().legal.includes(`-${card}`));
    this.place = playable && place !== this.place ? place : null;
  }

  lay(): void {
    if (this.canLay) this.make(this.card!);
  }

  discard(): void {
    if (this.canDiscard) this.make(`-${this.card!}`);
  }

  draw(): void {
    this.make('+');
  }

  take(color: string): void {
    this.make(`+${color}`);
  }

  /** A key of the keyboard; whether it meant anything here. */
  press(key: string): boolean {
    const { legal } = this.props();
    if (/^[1-9]$/.test(key) && legal.some((move) => !move.startsWith('+'))) this.pick(Number(key) - 1);
    else if (key === 'Enter' && this.canLay) this.lay();
    else if (key === 'x' && this.canDiscard) this.discard();
    else if (key === 'd' && legal.includes('+')) this.draw();
    else if (legal.includes(`+${key.toUpperCase()}`)) this.take(key.toUpperCase());
    else if (key === 'Escape' && this.place !== null) this.place = null;
    else return false;
    return true;
  }

  isTarget(color: string): boolean {
    return this.canLay && colorOf(this.card!) === color;
  }

  isPileTarget(color: string): boolean {
    return this.props().legal.includes(`+${color}`) || (this.canDiscard && colorOf(this.card!) === color);
  }

  tapPile(color: string): void {
    if (this.props().legal.includes(`+${color}`)) this.take(color);
    else if (this.isPileTarget(color)) this.discard();
  }

  private make(move: string): void {
    this.place = null;
    this.props().choose(move);
  }
}
