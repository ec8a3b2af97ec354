// Works out the journals of several matches, one after another, by asking for each; it can be stopped.

import { Refused } from '../client/api';
import { journals } from '../client/journals';

/** The server's answer to too many requests. */
const TOO_MANY = 429;
const AGAIN = 3000;

export class WorkOut {
  /** The match being worked out, counted from 1; 0 if none is. */
  now = $state(0);
  of = $state(0);
  failed = $state(0);
  private stopped = new AbortController();

  /** Asks for the journals of some tables; calls back after each. */
  async start(tables: readonly string[], done: () => Promise<void>): Promise<void> {
    this.stopped = new AbortController();
    [this.of, this.failed] = [tables.length, 0];
    for (const [place, table] of tables.entries()) {
      this.now = place + 1;
      const found = await this.ask(table);
      if (this.stopped.signal.aborted) break;
      this.failed += found ? 0 : 1;
      await done();
    }
    this.now = 0;
  }

  /** Stops asking. The server finishes the match it has begun, and stores it. */
  stop(): void {
    this.stopped.abort();
    this.now = 0;
  }

  /** Reads a journal to its end; returns whether it is whole. */
  private async ask(table: string): Promise<boolean> {
    try {
      let whole = false;
      for await (const line of journals.lines(table, null, this.stopped.signal)) whole = (line as { what: string }).what === 'report';
      return whole;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== TOO_MANY) return false;
      await new Promise((later) => setTimeout(later, AGAIN));
      return this.stopped.signal.aborted ? false : this.ask(table);
    }
  }
}
