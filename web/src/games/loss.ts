// What a move loses against the best one, as a hint tells it in every game.

import type { HintMove } from '../client/wire';
import { signed, t } from '../text';

/** Two standard errors: a smaller difference may be chance. */
const SURE = 2;

/** The points that a move loses; null if they may be chance. */
export function lossOf({ worth, error }: HintMove, best: HintMove): string | null {
  const loss = worth - best.worth;
  return -loss < SURE * error ? null : signed(Math.round(10 * loss) / 10);
}

/** What to do with a card, and what that loses. */
export function useAndLoss(use: string, one: HintMove, best: HintMove): string {
  const loss = lossOf(one, best);
  return loss === null ? t('page.hint.close', { use }) : t('page.hint.loses', { use, loss });
}
