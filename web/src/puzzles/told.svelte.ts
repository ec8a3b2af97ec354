// A typical world, as it is shown step by step: the position, and what was done in it.

import { prefersReducedMotion } from 'svelte/motion';
import type { Story } from '../client/puzzles';
import type { GameView } from '../games/props';
import { Playback } from '../replay/playback.svelte';
import { decisions, endOf, turnsIn } from '../replay/turns';
import { turnInWords } from '../replay/words';
import { t } from '../text';

export class StoryTold {
  readonly made;
  readonly turns;
  readonly playback: Playback;

  constructor(
    readonly story: Story,
    private readonly game: GameView,
    private readonly you: number,
    private readonly names: readonly string[],
  ) {
    this.made = decisions(story.positions);
    this.turns = turnsIn(this.made);
    const ends = [0, ...this.turns.map(endOf)];
    this.playback = new Playback(() => ({ ends, still: prefersReducedMotion.current }));
  }

  get now() {
    return this.story.positions[this.playback.at] ?? this.story.positions[0];
  }

  get over(): boolean {
    return this.playback.at === this.playback.last;
  }

  /** The position with the solver's own cards in front. */
  get view() {
    const { now, you } = this;
    return now && { ...now.view, seat: you, hand: now.hands[you] ?? [] };
  }

  /** What was done in the turn shown. */
  get said(): string {
    const turn = this.turns[this.playback.step - 1];
    if (!turn) return t('puzzle.story.title');
    return turnInWords(turn, turn.moves.map(({ move = '', card }) => this.game.tell(move, card)), this.you, this.names);
  }
}
