// Choosing a move in games with a hand and discard piles: first a card, then where it goes; or in one step what to draw or move.

import { tick } from 'svelte';
import { focusChosen, keyOf, meantElsewhere, pressesSomething } from '../client/keys.svelte';
import { settings } from '../client/settings.svelte';
import type { GameProps } from './props';
import type { Held } from './slots';

export class HandChoice {
  /** The place of the chosen card in the hand; it tells identical cards apart. */
  place = $state<number | null>(null);

  /** The place of the card played last. */
  played: number | null = null;

  constructor(private readonly props: () => Pick<GameProps, 'legal' | 'choose'>, private readonly held: () => readonly Held[]) {}

  get card(): string | null {
    return this.place === null ? null : this.at(this.place);
  }

  /** The moves that play the chosen card. */
  get ways(): readonly string[] {
    const { card } = this;
    return card === null ? [] : this.props().legal.filter((move) => move === card || move.startsWith(`${card}:`));
  }

  get canLay(): boolean {
    return this.ways.length > 0;
  }

  get canDiscard(): boolean {
    return this.card !== null && this.may(`-${this.card}`);
  }

  /** Chooses a card. A card that can be played can also be discarded. */
  pick(place: number): void {
    this.place = place === this.place ? null : this.playable(place);
  }

  /** Chooses a card that is being dragged. */
  take(place: number): void {
    this.place = this.playable(place);
  }

  private playable(place: number): number | null {
    const card = this.at(place);
    return card !== null && this.may(`-${card}`) ? place : null;
  }

  private at(place: number): string | null {
    return this.held().find(({ slot }) => slot === place)?.card ?? null;
  }

  lay(): void {
    const [first] = this.ways;
    if (first) this.make(first);
  }

  discard(): void {
    if (this.canDiscard) this.make(`-${this.card!}`);
  }

  /** Drops the chosen card on a target; returns whether that made a move. */
  drop(target: string): boolean {
    if (target === 'lay' && this.canLay) this.lay();
    else if (target === 'discard' && this.canDiscard) this.discard();
    else return false;
    return true;
  }

  /** Makes a legal move, including those without a card of the hand, such as `+`, `+B`, `>G`, `>.`. */
  make(move: string): void {
    if (!this.may(move)) return;
    this.played = this.place;
    this.place = null;
    this.props().choose(move);
  }

  isTarget(color: string): boolean {
    return this.canLay && this.card![0] === color;
  }

  isPileTarget(color: string): boolean {
    return this.may(`+${color}`) || (this.canDiscard && this.card![0] === color);
  }

  tapPile(color: string): void {
    if (this.may(`+${color}`)) this.make(`+${color}`);
    else if (this.isPileTarget(color)) this.discard();
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    if (meantElsewhere(event) || !settings.choices.keys || pressesSomething(event)) return;
    if (!this.press(keyOf(event))) return;
    event.preventDefault();
    void tick().then(focusChosen);
  };

  /** Handles a key; returns whether it meant anything here. */
  protected press(key: string): boolean {
    const direct = { d: '+', '.': '>.' }[key] ?? [`+${key.toUpperCase()}`, `>${key.toUpperCase()}`].find((move) => this.may(move));
    if (/^[1-8]$/.test(key) && this.held().some(({ card }) => this.may(`-${card}`))) this.pick(Number(key) - 1);
    else if (key === 'Enter' && this.canLay) this.lay();
    else if (key === 'x' && this.canDiscard) this.discard();
    else if (key === 'Escape' && this.place !== null) this.place = null;
    else if (direct && this.may(direct)) this.make(direct);
    else return false;
    return true;
  }

  protected may(move: string): boolean {
    return this.props().legal.includes(move);
  }
}
