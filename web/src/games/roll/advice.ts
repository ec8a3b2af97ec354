// What a hint or a review says about the moves behind a die, a place or a button: the best of them, and what it loses against the best of all.

import type { HintMove } from '../../client/wire';
import { t } from '../../text';
import { lossAndError, lossOf } from '../loss';
import type { Review } from '../props';

export interface Advice {
  text: string;
  best: boolean;
  /** Whether it was played in the decision under review. */
  played: boolean;
}

/** Null if no hint was asked for, or if it considered none of these moves. In a review, the move that was played stands before a better one, unless that is the best. */
export function adviceOn(hint: readonly HintMove[] | null, concerns: (move: string) => boolean, review: Review | null = null): Advice | null {
  const [best] = hint ?? [];
  const fitting = hint?.filter(({ move }) => concerns(move)) ?? [];
  const found = fitting.find((one) => one === best) ?? fitting.find(({ move }) => move === review?.played) ?? fitting[0];
  if (!best || !found) return null;
  const played = review?.played === found.move;
  if (found === best) return { text: t('page.hint.best'), best: true, played };
  return { text: review ? lossAndError(found, best) : (lossOf(found, best) ?? t('page.roll.close')), best: false, played };
}
