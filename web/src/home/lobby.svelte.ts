// What the server tells the home page: your games and everyone's tables. Loaded before the page is shown, because its layout depends on it.

import { api, type Listed } from '../client/api';
import { oneself } from '../client/oneself.svelte';

class Lobby {
  open = $state.raw<Listed[]>([]);
  playing = $state.raw<Listed[]>([]);
  private expected: Promise<unknown> | null = null;

  /** Starts loading what `arrive` will wait for. */
  expect(): void {
    this.expected = Promise.allSettled([oneself.load(), this.look()]);
  }

  /** Waits for the answers. If the server does not answer, the page looks as it does to a new visitor. */
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
