// A lesson as data: positions with every legal answer and what follows from it. `python -m lostcities.lessons` makes it with the rules, so
// that this page can teach without asking a server.

import type { GameName, View, Why } from '../client/wire';

/** A decision that follows from an answer: the fields of the view that are different afterwards from those of the ask. */
export interface Made {
  seat: number;
  move: string;
  card?: string;
  view: Partial<View>;
}

export interface Answer {
  /** The message that answers: `lesson.<game>.<said>`. */
  said: string;
  right: boolean;
  /** The learner's decision, and after a right one those of the opponent. */
  events: Made[];
  /** What is asked next. After the last one of a step there is none. */
  next?: Ask;
}

/** One decision that the learner is asked for. */
export interface Ask {
  /** The message that asks: `lesson.<game>.<name>`. */
  name: string;
  /** What it is about: how the names of these places begin (`data-place`). */
  lit: string[];
  gains: Record<string, number>;
  reasons: Record<string, Why>;
  /** By move. */
  answers: Record<string, Answer>;
}

/** A prepared position, and what is asked in it. */
export interface Step {
  name: string;
  view: View;
  ask: Ask;
}

export interface LessonData {
  game: GameName;
  steps: Step[];
}

const ADDRESSES = import.meta.glob<string>('../../lessons/*.json', { query: '?url', import: 'default', eager: true });

export async function fetchLesson(game: GameName): Promise<LessonData> {
  const answer = await fetch(ADDRESSES[`../../lessons/${game}.json`] ?? '');
  return (await answer.json()) as LessonData;
}
