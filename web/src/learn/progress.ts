// How far the learner has come in each game's lesson. Kept in the browser.

import { keptThings } from '../client/browser';
import type { GameName } from '../client/wire';

const STORE = 'lessons';

type Progress = Partial<Record<GameName, number>>;

function stored(): Progress {
  try {
    return JSON.parse(keptThings()?.getItem(STORE) ?? '{}') as Progress;
  } catch {
    return {}; // written by another version
  }
}

/** How many steps of a lesson have been done. */
export const stepsDone = (game: GameName): number => Math.max(0, Math.trunc(Number(stored()[game])) || 0);

export function keepSteps(game: GameName, done: number): void {
  try {
    keptThings()?.setItem(STORE, JSON.stringify({ ...stored(), [game]: done }));
  } catch {
    // storage is full or forbidden: the lesson starts anew next time
  }
}
