// Choosing a move of the roll & write game in two steps: a colour die and a number die, in either order; or at once a place of the sheet.

import type { GameProps } from '../props';
import { colorIn } from './layout';
import type { RollView } from './view';

export type Sort = 'color' | 'number';

export class Choice {
  /** The places in their rows of the dice that are chosen; equal dice are told apart by them. */
  color = $state<number | null>(null);
  number = $state<number | null>(null);
  /** What the pointer or the focus rests on, so that it can be shown before it is chosen. */
  pointed = $state<string | null>(null);
  /** The last step was typed: only then does Enter take the pair, whatever has the focus. */
  private typed = false;

  constructor(private readonly props: () => Pick<GameProps, 'legal' | 'choose' | 'view'>) {}

  get dice(): readonly [colors: string, numbers: string] {
    return (this.props().view as RollView).dice;
  }

  get colorFace(): string | null {
    return this.color === null ? null : (this.dice[0][this.color] ?? null);
  }

  get numberFace(): string | null {
    return this.number === null ? null : (this.dice[1][this.number] ?? null);
  }

  /** The pair that is chosen, possible or not. */
  get pair(): string | null {
    return this.colorFace !== null && this.numberFace !== null ? this.colorFace + this.numberFace : null;
  }

  /** The move whose effect is shown on the sheet. */
  get shown(): string | null {
    const { legal } = this.props();
    return [this.pair, this.pointed].find((move) => move !== null && legal.includes(move)) ?? null;
  }

  /** The pair that a die would make with the one chosen of the other sort; null if none is. */
  pairWith(sort: Sort, face: string): string | null {
    if (sort === 'color') return this.numberFace === null ? null : face + this.numberFace;
    return this.colorFace === null ? null : this.colorFace + face;
  }

  /** Whether a die can be part of a move, together with the one chosen if there is one. */
  serves(sort: Sort, face: string): boolean {
    const { legal } = this.props();
    const pair = this.pairWith(sort, face);
    return pair === null ? legal.some((move) => move[sort === 'color' ? 0 : 1] === face && move !== '.') : legal.includes(pair);
  }

  /** A die is tapped: the second of a possible pair takes it. */
  pick(sort: Sort, index: number): void {
    this.typed = false;
    this.set(sort, index);
    if (this.pair !== null) this.make(this.pair);
  }

  /** A place of the sheet is tapped: the one move that leads there, or the one that the dice chosen say; else its colour is chosen. */
  tap(moves: readonly string[]): void {
    const [first] = moves;
    const move = moves.length === 1 ? first : moves.find((one) => one === this.pair || one[1] === this.numberFace);
    if (move) this.make(move);
    else if (first) this.color = this.dice[0].indexOf(colorIn(first) ?? '');
  }

  make(move: string): void {
    if (!this.props().legal.includes(move)) return;
    this.clear();
    this.props().choose(move);
  }

  clear(): void {
    this.color = this.number = this.pointed = null;
  }

  /** The focus has moved: from now on Enter means what has it. */
  focusMoved(): void {
    this.typed = false;
  }

  /** A key of the keyboard; whether it meant anything here. */
  press(key: string): boolean {
    const { legal } = this.props();
    const letter = key.toUpperCase();
    const none = legal.find((move) => move === '.' || move === '>.');
    if (legal.length === 0) return false;
    if ((key === '.' || key === 'n') && none) this.make(none);
    else if (legal.includes(`>${letter}`)) this.make(`>${letter}`);
    else if (key === 'Enter' && this.typed && this.pair !== null) this.make(this.pair);
    else if (key === 'Escape' && (this.color ?? this.number) !== null) this.clear();
    else return none === '.' && key.length === 1 && (this.type('color', letter) || this.type('number', key));
    return true;
  }

  private type(sort: Sort, face: string): boolean {
    const index = this.dice[sort === 'color' ? 0 : 1].indexOf(face);
    if (index < 0) return false;
    this.set(sort, index);
    this.typed = true;
    return true;
  }

  private set(sort: Sort, index: number): void {
    this[sort] = this[sort] === index ? null : index;
  }
}
