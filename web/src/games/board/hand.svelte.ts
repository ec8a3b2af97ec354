// Choosing a move of the board game in two steps: a card of the hand first, then where it goes; or at once what to draw or to move.

import type { GameProps } from '../props';
import { colorOf, type FigureKind } from './view';

export class Choice {
  /** The place in the hand of the card that is chosen; equal cards are told apart by it. */
  place = $state<number | null>(null);

  constructor(private readonly props: () => Pick<GameProps, 'legal' | 'choose'>, private readonly hand: () => readonly string[]) {}

  get card(): string | null {
    return this.place === null ? null : (this.hand()[this.place] ?? null);
  }

  get canGoOn(): boolean {
    return this.card !== null && this.may(this.card);
  }

  get canDiscard(): boolean {
    return this.card !== null && this.may(`-${this.card}`);
  }

  canOpen(kind: FigureKind): boolean {
    return this.card !== null && this.may(`${this.card}:${kind}`);
  }

  /** The one move that laying the chosen card would be; null where there is none, or a figure is still to be chosen. */
  get only(): string | null {
    const ways = this.ways;
    return ways.length === 1 ? (ways[0] ?? null) : null;
  }

  /** The moves that lay the chosen card. */
  get ways(): readonly string[] {
    const { card } = this;
    return card === null ? [] : this.props().legal.filter((move) => move === card || move.startsWith(`${card}:`));
  }

  pick(place: number): void {
    const card = this.hand()[place];
    const playable = card !== undefined && this.may(`-${card}`);
    this.place = playable && place !== this.place ? place : null;
  }

  /** Goes on, or opens with an explorer, or with the scientist where no explorer is left. */
  lay(): void {
    const [first] = this.ways;
    if (first) this.make(first);
  }

  open(kind: FigureKind): void {
    if (this.canOpen(kind)) this.make(`${this.card!}:${kind}`);
  }

  discard(): void {
    if (this.canDiscard) this.make(`-${this.card!}`);
  }

  /** A move that needs no card: `+`, `+B`, `>G`, `>.`. */
  make(move: string): void {
    if (!this.may(move)) return;
    this.place = null;
    this.props().choose(move);
  }

  /** A key of the keyboard; whether it meant anything here. */
  press(key: string): boolean {
    const direct = { d: '+', '.': '>.' }[key] ?? [`+${key.toUpperCase()}`, `>${key.toUpperCase()}`].find((move) => this.may(move));
    if (/^[1-8]$/.test(key) && this.hand().some((card) => this.may(`-${card}`))) this.pick(Number(key) - 1);
    else if (key === 'Enter' && this.ways.length > 0) this.lay();
    else if (key === 's' && this.canOpen('s')) this.open('s');
    else if (key === 'x' && this.canDiscard) this.discard();
    else if (key === 'Escape' && this.place !== null) this.place = null;
    else if (direct && this.may(direct)) this.make(direct);
    else return false;
    return true;
  }

  isPileTarget(color: string): boolean {
    return this.may(`+${color}`) || (this.canDiscard && colorOf(this.card!) === color);
  }

  tapPile(color: string): void {
    if (this.may(`+${color}`)) this.make(`+${color}`);
    else if (this.isPileTarget(color)) this.discard();
  }

  private may(move: string): boolean {
    return this.props().legal.includes(move);
  }
}
