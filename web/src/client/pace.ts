// Shows the other players' moves one after another, so that each can be seen. Your own moves are shown at once.

/** The shortest time between two decisions of other players, in milliseconds; longer for spectators. */
const PLAYING = 450;
const WATCHING = 700;
/** If more are waiting, they come from a lost connection and are shown at once. */
const MOST_WAITING = 6;

interface Waiting {
  show(): void;
  /** News takes no time of its own: it is shown together with what came before it. */
  news: boolean;
}

export class Pace {
  private readonly waiting: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;

  /** `still`: nobody is looking, or nothing should move. */
  constructor(private readonly watching: () => boolean, private readonly still: () => boolean) {}

  /** Shows a decision when its turn comes. */
  add(show: () => void, own: boolean): void {
    this.waiting.push({ show, news: false });
    if (own || this.still() || this.waiting.length > MOST_WAITING) this.hurry();
    else this.next();
  }

  /** Shows something after everything that is still waiting. */
  follow(show: () => void): void {
    this.waiting.push({ show, news: true });
    this.next();
  }

  /** Shows everything that is waiting at once. */
  hurry(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let one = this.waiting.shift(); one; one = this.waiting.shift()) this.show(one);
  }

  /** Drops everything that is waiting: the server is about to send the whole table again. */
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
