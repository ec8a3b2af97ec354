// The position of a replay, and how it continues: step by step, or by itself. A step is a turn; its decisions are shown one after another.

export const SPEEDS = ['slow', 'normal', 'fast'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds per decision. */
export const PACE: Readonly<Record<Speed, number>> = { slow: 1600, normal: 900, fast: 420 };
/** Milliseconds between the decisions of one step: the first card has arrived when the next one starts. */
export const WITHIN = 450;

interface Round {
  /** The index of the position at the end of each step, starting with the deal. */
  readonly ends: readonly number[];
  /** Whether a step is shown at once, without motion. */
  readonly still: boolean;
}

export class Playback {
  /** The index of the position shown. */
  at = $state(0);
  playing = $state(false);
  speed = $state<Speed>('normal');
  /** The index that the replay is moving towards. */
  private goal = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly round: () => Round) {}

  get last(): number {
    return this.round().ends.at(-1) ?? 0;
  }

  /** The step shown, whole or in part, counted from the deal. */
  get step(): number {
    const found = this.round().ends.findIndex((end) => end >= this.at);
    return Math.max(0, found);
  }

  /** Shows a position at once. */
  go(place: number): void {
    this.stop();
    this.at = this.goal = Math.max(0, Math.min(this.last, place));
  }

  goToStep(step: number): void {
    this.go(this.round().ends[step] ?? this.last);
  }

  /** Shows the next turn. A turn that is still in progress is finished first. */
  forward(): void {
    const from = this.playing ? this.at : this.goal;
    this.stop();
    const end = this.endAfter(from);
    this.goal = end;
    this.at = this.round().still ? end : Math.min(end, from + 1);
    this.goOn();
  }

  /** Goes back to the end of the previous turn; from the middle of a turn, to its start. */
  back(): void {
    this.go(this.round().ends.findLast((end) => end < this.at) ?? 0);
  }

  toggle(): void {
    if (this.playing) return this.go(this.at);
    const again = this.at === this.last;
    this.go(again ? 0 : this.at);
    this.playing = true;
    this.goal = this.last;
    if (again) this.goOn();
    else this.tick();
  }

  /** Stops moving by itself. */
  stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  private tick(): void {
    this.at = this.round().still ? this.endAfter(this.at) : Math.min(this.goal, this.at + 1);
    this.goOn();
  }

  private goOn(): void {
    if (this.at >= this.goal) return this.stop();
    this.timer = setTimeout(() => this.tick(), this.playing ? PACE[this.speed] : WITHIN);
  }

  private endAfter(place: number): number {
    return this.round().ends.find((end) => end > place) ?? this.last;
  }
}
