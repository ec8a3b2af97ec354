// How far the learner has come in each game's lesson. Kept in the browser.

import { keptThings } from '../client/browser';
import type { GameName } from '../client/wire';

const STORE = 'lessons';

interface Progress {
  /** The steps done in the current reading. */
  step: number;
  /** Whether the lesson has ever been finished. */
  done: boolean;
}

function stored(): Partial<Record<GameName, Progress>> {
  try {
    return JSON.parse(keptThings()?.getItem(STORE) ?? '{}') as Partial<Record<GameName, Progress>>;
  } catch {
    return {}; // written by another version
  }
}

export function progressIn(game: GameName): Progress {
  const { step = 0, done = false } = stored()[game] ?? {};
  return { step, done };
}

/** Keeps how many of a lesson's steps have been done. After the last one, the lesson starts again. */
export function keepProgress(game: GameName, step: number, steps: number): void {
  const progress = { step: step % steps, done: step === steps || progressIn(game).done };
  try {
    keptThings()?.setItem(STORE, JSON.stringify({ ...stored(), [game]: progress }));
  } catch {
    // storage is full: the lesson starts anew next time
  }
}
