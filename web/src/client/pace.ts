// Shows what others do one thing after another, so that each can be seen. Whatever this person does themselves is shown at once.

/** At least so long between two decisions of others, in milliseconds; more for those who only watch. */
const PLAYING = 450;
const WATCHING = 700;
/** More than this many are those of a break: they are not waited for. */
const MOST_WAITING = 6;

interface Waiting {
  show(): void;
  /** News needs no time of its own: it comes with what happened before it. */
  news: boolean;
}

export class Pace {
  private readonly waiting: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;

  /** `still`: nobody sees it, or nothing is to move. */
  constructor(private readonly watching: () => boolean, private readonly still: () => boolean) {}

  /** Shows a decision in its turn. */
  add(show: () => void, own: boolean): void {
    this.waiting.push({ show, news: false });
    if (own || this.still() || this.waiting.length > MOST_WAITING) this.hurry();
    else this.next();
  }

  /** Shows something that came after what still waits. */
  follow(show: () => void): void {
    this.waiting.push({ show, news: true });
    this.next();
  }

  /** Shows at once all that waits. */
  hurry(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let one = this.waiting.shift(); one; one = this.waiting.shift()) this.show(one);
  }

  /** Forgets what waits: the page is told everything anew. */
  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting.length = 0;
  }

  private next(): void {
    while (this.timer === undefined && this.waiting.length > 0) {
      const wait = this.waiting[0]!.news ? 0 : this.last + (this.watching() ? WATCHING : PLAYING) - performance.now();
      if (wait > 0) this.timer = setTimeout(this.wake, wait);
      else this.show(this.waiting.shift()!);
    }
  }

  private readonly wake = (): void => {
    this.timer = undefined;
    this.next();
  };

  private show({ show, news }: Waiting): void {
    if (!news) this.last = performance.now();
    show();
  }
}
