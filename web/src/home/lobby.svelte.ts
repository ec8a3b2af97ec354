// What the server tells the home page: your games and everyone's tables. Loaded before the page is shown, because its layout depends on it.

import { api, type Listed } from '../client/api';
import type { Component } from 'svelte';
import type { Day, Played } from '../client/daily';
import { oneself } from '../client/oneself.svelte';

/** What the home page says about the day, with the component that says it. */
export interface Today {
  Panel: Component<{ today: Day; played: readonly Played[]; onnews: () => void }>;
  today: Day;
  played: readonly Played[];
}

class Lobby {
  open = $state.raw<Listed[]>([]);
  playing = $state.raw<Listed[]>([]);
  today = $state.raw<Today | null>(null);
  /** Whether the server did not answer. */
  away = $state(false);
  private expected: Promise<unknown> | null = null;

  /** Starts loading what `arrive` will wait for. */
  expect(): void {
    this.expected = Promise.allSettled([oneself.load(), this.look()]).then((found) => {
      this.away = found.every(({ status }) => status === 'rejected');
    });
  }

  /** Waits for the answers. If the server does not answer, the page looks as it does to a new visitor. */
  async arrive(): Promise<void> {
    if (!this.expected) this.expect();
    await this.expected;
    this.expected = null;
    // It comes first for those who have been here before, and must not move the page later. For others it is loaded later.
    if (this.returning) await this.see();
    else this.today = null;
  }

  /** Whether this person has played here before. */
  get returning(): boolean {
    const { tables, results } = oneself.me;
    return tables.length + results.length > 0;
  }

  /** Loads what is said about the day; if the server does not answer, that stays as it is. */
  async see(): Promise<void> {
    try {
      const [{ daily }, { default: Panel }] = await Promise.all([import('../client/daily'), import('./Today.svelte')]);
      const [today, played] = await Promise.all([daily.day(), daily.played()]);
      this.today = { Panel, today, played };
    } catch {
      // nothing counts for a day that is over: whoever sets out on it is told
    }
  }

  private async look(): Promise<void> {
    ({ open: this.open, playing: this.playing } = await api.listed());
  }
}

export const lobby = new Lobby();
