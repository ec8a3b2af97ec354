// The space for a guide in place of the line of text: as much as her longest sentence so far, so that the table gives way once.

import { screen } from '../client/screen.svelte';
import { type Stage, stageOf } from '../games/stage';

/** Height of the line of text, in CSS pixels at 1440 x 900. */
const LINE = 30;

export class Space {
  /** The height that the guide takes now. */
  height = $state(0);
  private tallest = $state(0);

  /** Create it with a component: its effects belong to it. */
  constructor() {
    $effect(() => {
      this.tallest = Math.max(this.tallest, this.height);
    });
    $effect(() => {
      void [screen.width, screen.height];
      return () => (this.tallest = 0);
    });
  }

  /** What is left for a table below the header. */
  get stage(): Stage {
    const whole = stageOf(screen.width, screen.height);
    const taken = Math.max(1, this.tallest - LINE * whole.grow); // never nothing: tables are divided in another way with a guide
    return { ...whole, height: whole.height - taken, taken };
  }
}
