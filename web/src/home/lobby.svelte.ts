// What the server tells the home page: one's own games, and everybody's tables. It is asked before the page is shown, whose shape depends on it.

import { api, type Listed } from '../client/api';
import { oneself } from '../client/oneself.svelte';

class Lobby {
  open = $state.raw<Listed[]>([]);
  playing = $state.raw<Listed[]>([]);
  private expected: Promise<unknown> | null = null;

  /** Asks already now what `arrive` will wait for. */
  expect(): void {
    this.expected = Promise.allSettled([oneself.load(), this.look()]);
  }

  /** Where the server does not answer, the page is a stranger's. */
  async arrive(): Promise<void> {
    if (!this.expected) this.expect();
    await this.expected;
    this.expected = null;
  }

  private async look(): Promise<void> {
    ({ open: this.open, playing: this.playing } = await api.listed());
  }
}

export const lobby = new Lobby();
