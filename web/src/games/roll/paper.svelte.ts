// A seat's sheet as shown: its content, what can be entered where, what the previewed move would do, and what was entered last.

import { BRIDGE } from '../../box/roll';
import type { HintMove } from '../../client/wire';
import type { RollColor } from '../../drawings/palettes';
import { digits, t } from '../../text';
import type { Review } from '../props';
import { type Advice, adviceOn } from './advice';
import type { Choice } from './choice.svelte';
import { type Effects, effects, type Place, placeOf, placesMade, type Spot, written } from './layout';
import { spotName } from './paths';
import { type Bridge, boxesOf, filled, type RollView, type Sheet, sheetOf } from './view';

export interface Shown {
  view: RollView;
  seat: number;
  /** The seat's last moves to mark, newest first. */
  last?: readonly string[];
  /** Whether a mark is still on its way to a place. */
  awaits?: (place: string) => boolean;
  /** Your choice, if you can enter something on this sheet. */
  choice?: Choice;
  legal?: readonly string[];
  gains?: Readonly<Record<string, number>>;
  hint?: readonly HintMove[] | null;
  review?: Review | null;
}

const NEVER = (): boolean => false;
const NO_MOVES: readonly string[] = [];

/** Keeps the same object if nothing changed, so that nothing is redrawn. */
const sameSheet = (before: Sheet | null, now: Sheet): Sheet => (before && JSON.stringify(before) === JSON.stringify(now) ? before : now);

export class Paper {
  private kept: Sheet | null = null;
  /** The sheet as the game has it. */
  private readonly real = $derived.by((): Sheet => (this.kept = sameSheet(this.kept, sheetOf(this.given().view, this.seat))));
  /** The sheet as shown: without marks that are still in flight. */
  readonly sheet = $derived.by((): Sheet => sameSheet(this.real, this.without(this.given().awaits ?? NEVER)));
  /** The previewed move. */
  readonly shown = $derived.by((): string | null => this.choice?.shown ?? null);
  /** The names of the places filled last. */
  private readonly marks = $derived.by((): string => placesMade(this.real, this.given().last ?? []).map(({ column, spot }) => `${this.nameOf(column, spot)} `).join(''));
  private readonly targets = $derived.by((): ReadonlyMap<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const move of this.given().legal ?? []) {
      const place = placeOf(this.real, move);
      if (place) found.set(this.nameOf(place.column, place.spot), [...(found.get(this.nameOf(place.column, place.spot)) ?? []), move]);
    }
    return found;
  });

  constructor(private readonly given: () => Shown) {}

  get seat(): number {
    return this.given().seat;
  }

  get choice(): Choice | undefined {
    return this.given().choice;
  }

  get coming(): Effects | null {
    return this.shown === null ? null : effects(this.real, this.shown);
  }

  movesAt(column: Bridge, spot: Spot): readonly string[] {
    return this.targets.get(this.nameOf(column, spot)) ?? NO_MOVES;
  }

  gainOf(move: string): number | undefined {
    return this.given().gains?.[move];
  }

  adviceOn(moves: readonly string[]): Advice | null {
    return moves.length > 0 ? adviceOn(this.given().hint ?? null, (move) => moves.includes(move), this.given().review) : null;
  }

  isLast(column: Bridge, spot: Spot): boolean {
    return this.marks.includes(`${this.nameOf(column, spot)} `) && !this.awaits(column, spot);
  }

  bridge(column: Bridge): 'open' | 'fresh' | 'won' | 'gone' {
    const { view } = this.given();
    const rewarded = view.bridges[column];
    if (!rewarded) return 'open';
    if (rewarded.includes(this.seat)) return filled(this.sheet, column) >= BRIDGE ? 'won' : 'open';
    return view.fresh.includes(column) ? 'fresh' : 'gone';
  }

  nameOf(column: Bridge, spot: Spot): string {
    return spotName(this.seat, column, spot);
  }

  private awaits(column: Bridge, spot: Spot): boolean {
    return this.given().awaits?.(this.nameOf(column, spot)) ?? false;
  }

  private without(awaits: (place: string) => boolean): Sheet {
    const { real } = this;
    const there = (column: Bridge, spot: Spot): boolean => !awaits(this.nameOf(column, spot));
    const count = (column: Bridge): number => filled(real, column) - (there(column, filled(real, column)) ? 0 : 1);
    return {
      circles: real.circles.filter((color) => there(color, 'circle')),
      boxes: Object.fromEntries(Object.keys(real.boxes).map((color) => [color, boxesOf(real, color as RollColor).slice(0, count(color as RollColor))])),
      tops: real.tops.filter((color) => there(color, 'top')),
      artifacts: count('A'),
      dice: count('D'),
      bonus: real.bonus,
    };
  }

  /** The numbers that moves would write, lowest first. */
  numbers(moves: readonly string[]): number[] {
    return moves.map((move) => written(this.real, move)).sort((one, other) => one - other);
  }

  /** The label of a place where something can be entered, for screen readers. */
  labelOf(column: Bridge, spot: Spot, moves: readonly string[]): string {
    const [move] = moves;
    if (move === undefined) return '';
    const place = placeName({ column, spot });
    if (moves.length > 1) return t('page.roll.several_fit', { place, numbers: this.numbers(moves).map(digits).join(t('page.comma')) });
    const what = typeof spot === 'number' && column !== 'D' ? t('page.roll.write', { number: written(this.real, move) }) : t('page.roll.mark');
    return t('page.roll.enter', { place, what, gain: this.gainOf(move) ?? 0 });
  }
}

function placeName({ column, spot }: Place): string {
  if (column === 'A' || column === 'D') return t('page.roll.place', { column: t(`page.roll.column.${column}`), place: Number(spot) });
  const color = t(`color.${column}`);
  return typeof spot === 'number' ? t('page.roll.box', { color, box: spot }) : t(`page.roll.${spot}`, { color });
}
