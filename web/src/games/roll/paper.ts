// A seat's sheet as it is shown: what stands on it, what can be entered where, what the move in question would do, and what was last.

import type { HintMove } from '../../client/wire';
import { digits, t } from '../../text';
import type { Choice } from './choice.svelte';
import { type Effects, effects, type Place, placeMade, placeOf, same, type Spot, written } from './layout';
import { type Bridge, type RollView, type Sheet, sheetOf } from './view';

export interface Shown {
  view: RollView;
  seat: number;
  /** The seat's last move, if it is to be marked. */
  last?: string | null;
  /** Where this person can choose. */
  choice?: Choice;
  legal?: readonly string[];
  gains?: Readonly<Record<string, number>>;
  hint?: readonly HintMove[] | null;
}

/** Reads what it is given anew each time, so that the page follows it. */
export class Paper {
  constructor(private readonly given: () => Shown) {}

  get seat(): number {
    return this.given().seat;
  }

  get sheet(): Sheet {
    return sheetOf(this.given().view, this.seat);
  }

  get choice(): Choice | undefined {
    return this.given().choice;
  }

  /** The move whose effect is shown. */
  get shown(): string | null {
    return this.choice?.shown ?? null;
  }

  get coming(): Effects | null {
    return this.shown === null ? null : effects(this.sheet, this.shown);
  }

  movesAt(column: Bridge, spot: Spot): string[] {
    return (this.given().legal ?? []).filter((move) => same({ column, spot }, placeOf(this.sheet, move)));
  }

  gainOf(move: string): number | undefined {
    return this.given().gains?.[move];
  }

  isHinted(moves: readonly string[]): boolean {
    return this.given().hint?.some(({ move }) => moves.includes(move)) ?? false;
  }

  isLast(column: Bridge, spot: Spot): boolean {
    const { last } = this.given();
    return last != null && same({ column, spot }, placeMade(this.sheet, last));
  }

  bridge(column: Bridge): 'open' | 'fresh' | 'won' | 'gone' {
    const { view } = this.given();
    const rewarded = view.bridges[column];
    if (!rewarded) return 'open';
    if (rewarded.includes(this.seat)) return 'won';
    return view.fresh.includes(column) ? 'fresh' : 'gone';
  }

  nameOf(column: Bridge, spot: Spot): string {
    return `spot:${this.seat}:${column}:${spot}`;
  }

  /** The numbers that moves would write, the lowest first. */
  numbers(moves: readonly string[]): number[] {
    return moves.map((move) => written(this.sheet, move)).sort((one, other) => one - other);
  }

  /** What a place says to a screen reader where something can be entered. */
  labelOf(column: Bridge, spot: Spot, moves: readonly string[]): string {
    const [move] = moves;
    if (move === undefined) return '';
    const place = this.placeName({ column, spot });
    if (moves.length > 1) return t('page.roll.several_fit', { place, numbers: this.numbers(moves).map(digits).join(', ') });
    const what = typeof spot === 'number' && column !== 'D' ? t('page.roll.write', { number: written(this.sheet, move) }) : t('page.roll.mark');
    return t('page.roll.enter', { place, what, gain: this.gainOf(move) ?? 0 });
  }

  private placeName({ column, spot }: Place): string {
    if (column === 'A' || column === 'D') return t('page.roll.place', { column: t(`page.roll.column.${column}`), place: Number(spot) });
    const color = t(`color.${column}`);
    return typeof spot === 'number' ? t('page.roll.box', { color, box: spot }) : t(`page.roll.${spot}`, { color });
  }
}
