// What this browser saw of a table's shuffles, stored so that a record can be checked after a reload, too.

import type { Places } from './dealing';
import type { Part, Shuffle, Step } from './part';

export interface Memory {
  /** How often the shuffle had been restarted when last seen; the server's commitment and the seats left out are from that attempt. */
  restarts: number;
  commitment: string | null;
  /** Who starts, announced before anyone committed, since it decides who gets which hand. */
  starter: number | null;
  /** The list of commitments as first fixed. */
  list: Readonly<Record<string, string>> | null;
  without: number[];
  part: Part | null;
  /** What was wrong with the list of commitments. */
  wrong: Step | null;
  seen: Places;
  /** When this last changed. */
  at: number;
}

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'shuffle/';
const KEPT = 40;

export class Memories {
  /** Memory for when the browser cannot store anything. */
  private readonly held = new Map<string, Memory>();

  constructor(
    private readonly table: string,
    private readonly store: Store | null,
  ) {
    this.clear();
  }

  of(round: number): Memory {
    const key = this.keyOf(round);
    const empty: Memory = { restarts: 0, commitment: null, starter: null, list: null, without: [], part: null, wrong: null, seen: {}, at: 0 };
    return { ...empty, ...(this.read(key) ?? this.held.get(key)) };
  }

  change(round: number, changes: Partial<Memory>): void {
    const key = this.keyOf(round);
    const memory = { ...this.of(round), ...changes, at: Date.now() };
    this.held.set(key, memory);
    try {
      this.store?.setItem(key, JSON.stringify(memory));
    } catch {
      // storage is full or forbidden: the memory lasts until the page is closed
    }
  }

  /** Notes what the server and all seats are bound to. The first value shown in an attempt counts: a different one would be cheating. */
  note({ round, commitment, commitments, restarts, starter, without }: Shuffle): void {
    const known = this.of(round);
    if (commitment === null || (known.commitment !== null && known.restarts > restarts)) return;
    if (known.commitment === null || known.restarts < restarts) this.change(round, { commitment, list: commitments, restarts, starter, without: [...without] });
    else if (known.list === null && commitments !== null) this.change(round, { list: commitments });
  }

  see(round: number, places: Places): void {
    const { seen } = this.of(round);
    if (Object.entries(places).some(([place, what]) => seen[place] !== what)) this.change(round, { seen: { ...places, ...seen } });
  }

  private keyOf(round: number): string {
    return `${PREFIX}${this.table}/${round}`;
  }

  private read(key: string): Memory | null {
    try {
      return JSON.parse(this.store?.getItem(key) ?? 'null') as Memory | null;
    } catch {
      return null;
    }
  }

  /** Forgets all but the newest rounds of all tables. */
  private clear(): void {
    const keys = Array.from({ length: this.store?.length ?? 0 }, (_, i) => this.store?.key(i) ?? '').filter((key) => key.startsWith(PREFIX));
    const newest = keys.sort((one, other) => (this.read(other)?.at ?? 0) - (this.read(one)?.at ?? 0));
    for (const key of newest.slice(KEPT)) this.store?.removeItem(key);
  }
}
