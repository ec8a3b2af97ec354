// Puzzles being solved one after another: the question, what came of the answer, and a typical world played on.

import { Refused } from '../client/api';
import { AWAY, type Ending, endingOf } from '../client/ending';
import { type Answer, puzzles, type Question, type Story } from '../client/puzzles';
import type { GameName } from '../client/wire';
import { asSentence, t } from '../text';

export class Solving {
  question = $state.raw<Question | null>(null);
  /** The move that was tried. */
  chosen = $state<string | null>(null);
  answer = $state.raw<Answer | null>(null);
  story = $state.raw<Story | null>(null);
  ending = $state.raw<Ending | null>(null);
  /** Why the last request failed, if it can be repeated. */
  trouble = $state('');
  busy = $state(false);

  constructor(readonly game: GameName) {}

  /** Shows a certain puzzle, or without an id the next one. */
  async open(id: string | null, theme: string | null): Promise<Question | null> {
    try {
      const found = id === null ? await puzzles.next(this.game, theme, this.question?.id ?? null) : await puzzles.one(this.game, id);
      this.question = found;
      this.chosen = this.answer = this.story = this.ending = null;
      this.trouble = '';
      return found;
    } catch (error) {
      if (this.question === null || id !== null) this.ending = error instanceof Refused ? endingOf(error.status, error) : AWAY;
      else this.fail(error);
      return null;
    }
  }

  /** Answers the question. If that fails, it can be answered again. */
  async choose(move: string): Promise<Answer | null> {
    const { question } = this;
    if (!question || this.chosen !== null) return null;
    this.chosen = move;
    this.trouble = '';
    try {
      const found = await puzzles.answer(this.game, question.id, move);
      if (this.question === question) this.answer = found;
      return found;
    } catch (error) {
      this.chosen = null;
      this.fail(error);
      return null;
    }
  }

  async playOn(): Promise<void> {
    const { question } = this;
    if (!question || this.busy) return;
    this.busy = true;
    try {
      const found = await puzzles.story(this.game, question.id);
      if (this.question === question) this.story = found;
      this.trouble = '';
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  private fail(error: unknown): void {
    this.trouble = error instanceof Refused ? asSentence(error.message) : t('page.no_connection');
  }
}
