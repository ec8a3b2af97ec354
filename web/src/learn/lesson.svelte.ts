// A lesson being played: the position, what is asked, and what came of the last answer.

import { Pace } from '../client/pace';
import type { Happened, View } from '../client/wire';
import type { Answer, Ask, LessonData, Made, Step } from './data';
import { keepProgress, progressIn } from './progress';

/** Milliseconds from a step's last answer to the next step: the card lands, and the explorer walks on. */
const WALK = 1400;

/** An answer that was given. */
export interface Given extends Answer {
  move: string;
  gain: number;
}

export class Lesson {
  /** The index of the step; the number of steps once all are done. */
  step = $state(0);
  ask = $state.raw<Ask | null>(null);
  view = $state.raw<View | null>(null);
  /** The events since the step's position, newest first. */
  happened = $state.raw<readonly Happened[]>([]);
  /** The last answer. It stays until the next one, beside the next ask. */
  given = $state.raw<Given | null>(null);
  /** Whether an answer is being asked for. */
  asking = $state(false);
  /** Counts the positions that were set up: each gets a new table, so that nothing flies between two positions. */
  scene = $state(0);
  private version = 0;
  private before: { view: View; happened: readonly Happened[]; given: Given | null } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pace: Pace;

  constructor(readonly data: LessonData, private readonly still: () => boolean) {
    this.pace = new Pace(() => false, still);
    this.begin(Math.min(progressIn(data.game).step, data.steps.length - 1));
  }

  get steps(): readonly Step[] {
    return this.data.steps;
  }

  get finished(): boolean {
    return this.step === this.steps.length;
  }

  /** Whether the last answer was legal but not what was asked for: the position comes back with `goBack`. */
  get astray(): boolean {
    return this.given !== null && !this.given.right;
  }

  get legal(): readonly string[] {
    return this.asking && this.ask ? Object.keys(this.ask.answers) : [];
  }

  /** Sets up a step's position; after the last step, the position stays, at a table with room for the end. */
  begin(step: number): void {
    const found = this.steps[step];
    this.step = step;
    if (!found) this.scene += 1;
    else {
      this.show(found.view, []);
      this.put(found.ask);
    }
  }

  /** Starts again from the first step. */
  repeat(): void {
    this.given = null;
    this.keep(0);
    this.begin(0);
  }

  choose(move: string): void {
    const { ask, view } = this;
    const answer = ask?.answers[move];
    if (!this.asking || !ask || !view || !answer) return;
    this.before = { view, happened: this.happened, given: this.given };
    this.asking = false;
    this.given = { ...answer, move, gain: ask.gains[move] ?? 0 };
    for (const made of answer.events) this.pace.add(() => this.happen(view, made), made.seat === view.seat);
    if (answer.right) this.pace.follow(() => this.goOn(answer));
  }

  /** Brings back the position from before an answer that was not asked for. */
  goBack(): void {
    if (!this.astray || !this.before || !this.ask) return;
    this.given = this.before.given;
    this.show(this.before.view, this.before.happened);
    this.put(this.ask);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.pace.clear();
  }

  private goOn(answer: Answer): void {
    if (answer.next) return this.put(answer.next);
    const next = this.step + 1;
    this.keep(next);
    if (this.still()) this.begin(next);
    else this.timer = setTimeout(() => this.begin(next), WALK);
  }

  private keep(step: number): void {
    keepProgress(this.data.game, step, this.steps.length);
  }

  private put(ask: Ask): void {
    this.ask = ask;
    this.asking = true;
  }

  private show(view: View, happened: readonly Happened[]): void {
    this.view = view;
    this.happened = happened;
    this.scene += 1;
  }

  private happen(before: View, { seat, move, card, view }: Made): void {
    this.version += 1;
    const turn = this.view?.turn ?? before.turn;
    this.view = { ...before, ...view };
    this.happened = [{ version: this.version, seat, turn, move, card }, ...this.happened];
  }
}
