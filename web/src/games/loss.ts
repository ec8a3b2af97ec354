// What a move loses against the best one, as a hint tells it in every game.

import type { HintMove } from '../client/wire';
import { fixed, signed, signedFixed, t } from '../text';

/** Two standard errors: a smaller difference may be chance. */
const SURE = 2;

/** The points that a move loses; null if they may be chance. */
export function lossOf({ worth, error }: HintMove, best: HintMove): string | null {
  const loss = worth - best.worth;
  return -loss < SURE * error ? null : signed(Math.round(10 * loss) / 10);
}

/** Two standard errors of a figure, `± 0.8`; empty where they round to nothing, as where nothing is hidden. */
export function doubt(error: number): string {
  const shown = fixed(SURE * error);
  return shown === fixed(0) ? '' : `± ${shown}`;
}

/** What a move loses, as a review tells it: `−0.7 ± 0.8`. */
export function lossAndError({ worth, error }: HintMove, best: HintMove): string {
  return `${signedFixed(Math.min(0, worth - best.worth))} ${doubt(error)}`.trimEnd();
}

/** What to do with a card, and what that loses. */
export function useAndLoss(use: string, one: HintMove, best: HintMove): string {
  const loss = lossOf(one, best);
  return loss === null ? t('page.hint.close', { use }) : t('page.hint.loses', { use, loss });
}
