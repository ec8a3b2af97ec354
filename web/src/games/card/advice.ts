// What a hint or a review says about each card in the hand: the best use for it, and what that loses against the best move.

import type { HintMove } from '../../client/wire';
import { t } from '../../text';
import { lossAndError, useAndLoss } from '../loss';
import type { Review } from '../props';

export interface Advice {
  text: string;
  best: boolean;
  /** In a review: what the move loses, below the text; and whether it was played. */
  loss?: string;
  played?: boolean;
}

const DISCARD = '-';

const useOf = ({ move }: HintMove): string => t(move.startsWith(DISCARD) ? 'page.hint.discard' : 'page.hint.play');
const about = (move: string): string => move.replace(DISCARD, '');

function said(one: HintMove, best: HintMove, review: Review | null): Advice {
  const played = review?.played === one.move;
  if (one === best) return { text: played ? t('page.moment.best_played') : t('page.hint.best'), best: true, played };
  if (!review) return { text: useAndLoss(useOf(one), one, best), best: false };
  return { text: played ? review.said : useOf(one), loss: lossAndError(one, best), best: false, played };
}

/** What a review says about drawing from the deck: null outside of one, and where it is not possible. */
export function deckAdvice(hint: readonly HintMove[] | null, review: Review | null): Advice | null {
  const one = hint?.find(({ move }) => move === '+');
  if (!review || !hint?.[0] || !one) return null;
  const found = said(one, hint[0], review);
  return found.best || found.played ? found : { ...found, text: '' };
}

/** Advice by card. Moves without a card of their own, such as draws, are left out. What was played stands before a better use of its card, unless that is the best move. */
export function advice(hint: readonly HintMove[] | null, review: Review | null = null): Readonly<Record<string, Advice>> {
  const [best] = hint ?? [];
  const found: Record<string, Advice> = {};
  if (!best) return found;
  const [played, others] = [(hint ?? []).filter(({ move }) => move === review?.played), hint ?? []];
  for (const one of [best, ...played, ...others]) if (!one.move.startsWith('+')) found[about(one.move)] ??= said(one, best, review);
  return found;
}
