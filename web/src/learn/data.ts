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

/** An answer, and the move that gave it. */
export type Replied = readonly [move: string, answer: Answer];

/** Every ask of a step, each with the answer that leads to it: none leads to the first. */
export function* asksOf({ ask }: Step): Generator<{ ask: Ask; after: Replied | null }> {
  const open: { ask: Ask; after: Replied | null }[] = [{ ask, after: null }];
  for (let one = open.pop(); one; one = open.pop()) {
    yield one;
    for (const [move, answer] of Object.entries(one.ask.answers)) if (answer.next) open.push({ ask: answer.next, after: [move, answer] });
  }
}

const ADDRESSES = import.meta.glob<string>('../../lessons/*.json', { query: '?url', import: 'default', eager: true });

export async function fetchLesson(game: GameName): Promise<LessonData> {
  const answer = await fetch(ADDRESSES[`../../lessons/${game}.json`] ?? '');
  return (await answer.json()) as LessonData;
}
