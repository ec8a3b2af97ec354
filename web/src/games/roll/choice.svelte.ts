// Choosing a move in the roll & write game: a colour die and a number die, in either order; or in one step a place on the sheet.

import type { GameProps } from '../props';
import { type Dice, placeOfFace, type Sort } from './dice';
import { colorIn } from './layout';

type Picked = Record<Sort, number | null>;

const NONE: Readonly<Picked> = { color: null, number: null };
const isNone = (move: string): boolean => move === '.' || move === '>.';

export class Choice {
  /** The places of the chosen dice in their rows; they tell identical dice apart. */
  color = $state<number | null>(null);
  number = $state<number | null>(null);
  /** What the pointer or the focus is on, to preview it before it is chosen. */
  pointed = $state<string | null>(null);
  /** An expedition that was chosen but can't advance. */
  refused = $state<string | null>(null);
  /** The places of the dice taken last. */
  played: Readonly<Picked> = NONE;
  /** Whether the last step was typed: only then does Enter take the pair, whatever has the focus. */
  private typed = false;

  constructor(private readonly props: () => Pick<GameProps, 'legal' | 'choose' | 'hint'>, private readonly dice: () => Dice) {}

  get colorFace(): string | null {
    return this.face('color');
  }

  get numberFace(): string | null {
    return this.face('number');
  }

  private face(sort: Sort): string | null {
    const place = this[sort];
    return place === null ? null : (this.dice()[sort][place]?.face ?? null);
  }

  /** The chosen pair, possible or not. */
  get pair(): string | null {
    return this.colorFace !== null && this.numberFace !== null ? this.colorFace + this.numberFace : null;
  }

  /** The chosen die if there is only one, and its sort. */
  get single(): { sort: Sort; face: string } | null {
    if (this.colorFace !== null) return this.numberFace === null ? { sort: 'color', face: this.colorFace } : null;
    return this.numberFace === null ? null : { sort: 'number', face: this.numberFace };
  }

  /** The move previewed on the sheet. */
  get shown(): string | null {
    const { legal } = this.props();
    return [this.pair, this.pointed].find((move) => move !== null && legal.includes(move)) ?? null;
  }

  /** The pair that a die would make with the chosen die of the other sort; null if there is none. */
  pairWith(sort: Sort, face: string): string | null {
    if (sort === 'color') return this.numberFace === null ? null : face + this.numberFace;
    return this.colorFace === null ? null : this.colorFace + face;
  }

  /** Whether a move takes this die, together with the chosen one if there is one. */
  uses(sort: Sort, face: string, move: string): boolean {
    const pair = this.pairWith(sort, face);
    return pair === null ? move[sort === 'color' ? 0 : 1] === face && !isNone(move) : move === pair;
  }

  /** Whether a die can be part of a move. */
  serves(sort: Sort, face: string): boolean {
    return this.props().legal.some((move) => this.uses(sort, face, move));
  }

  /** Chooses a die; the second of a possible pair takes the pair. */
  pick(sort: Sort, index: number): void {
    this.typed = false;
    this.set(sort, index);
    if (this.pair !== null) this.make(this.pair);
  }

  /** Advances an expedition; one that can't advance stays chosen, so that the player can read why. */
  advance(move: string): void {
    this.refused = this.props().legal.includes(move) || this.refused === move ? null : move;
    this.make(move);
  }

  /** Taps a place on the sheet: makes its only move, or the one that matches the chosen dice or the hint; otherwise chooses its colour. */
  tap(moves: readonly string[]): void {
    const [first] = moves;
    const best = this.single === null ? this.props().hint?.[0]?.move : undefined;
    const move = moves.length === 1 ? first : moves.find((one) => one === this.pair || one[1] === this.numberFace || one === best);
    if (move) this.make(move);
    else if (first) this.color = placeOfFace(this.dice().color, colorIn(first) ?? '');
  }

  make(move: string): void {
    if (!this.props().legal.includes(move)) return;
    this.played = this.pair === move ? { color: this.color, number: this.number } : NONE;
    this.clear();
    this.props().choose(move);
  }

  clear(): void {
    this.color = this.number = this.pointed = this.refused = null;
  }

  /** Called when the focus has moved: from now on Enter presses what has the focus. */
  focusMoved(): void {
    this.typed = false;
  }

  /** Handles a key; returns whether it meant anything here. */
  press(key: string): boolean {
    const { legal } = this.props();
    const letter = key.toUpperCase();
    const none = legal.find(isNone);
    if (legal.length === 0) return false;
    if ((key === '.' || key === 'n') && none) this.make(none);
    else if (legal.includes(`>${letter}`)) this.make(`>${letter}`);
    else if (key === 'Enter' && this.typed && this.pair !== null) this.make(this.pair);
    else if (key === 'Escape' && (this.color ?? this.number ?? this.refused) !== null) this.clear();
    else return none === '.' && key.length === 1 && (this.type('color', letter) || this.type('number', key));
    return true;
  }

  private type(sort: Sort, face: string): boolean {
    const index = placeOfFace(this.dice()[sort], face);
    if (index < 0) return false;
    this.set(sort, index);
    this.typed = true;
    return true;
  }

  private set(sort: Sort, index: number): void {
    this[sort] = this[sort] === index ? null : index;
  }
}
