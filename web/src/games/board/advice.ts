// What a hint or a review says about each card, pile and figure: the best use for it, and what that loses against the best move.

import type { HintMove } from '../../client/wire';
import { digits, signedFixed, t } from '../../text';
import { lossAndError, lossOf, useAndLoss } from '../loss';
import type { Review } from '../props';

export interface Advice {
  /** What it loses, or that it is the best move. */
  worth: string;
  /** The same without its error, where there is hardly any room. */
  brief: string;
  /** The same, with what the move does with its card (×2 with the scientist); in a review only that. */
  text: string;
  best: boolean;
  /** Whether it was played in the decision under review. */
  played: boolean;
}

const isAboutCard = (move: string): boolean => !/^[+>]/.test(move);

function useOf(move: string): string {
  if (move.startsWith('-')) return t('page.hint.discard');
  return move.endsWith(':s') ? `${t('page.hint.play')} \u2066×${digits(2)}\u2069` : t('page.hint.play');
}

function said(one: HintMove, best: HintMove, review: Review | null): Advice {
  const played = review?.played === one.move;
  if (one === best) {
    const text = t(played ? 'page.moment.best_played' : 'page.hint.best');
    return { worth: text, brief: text, text, best: true, played };
  }
  if (review) return { worth: lossAndError(one, best), brief: signedFixed(Math.min(0, one.worth - best.worth)), text: played ? review.said : isAboutCard(one.move) ? useOf(one.move) : '', best: false, played };
  const worth = lossOf(one, best) ?? t('page.board.hint.close');
  return { worth, brief: worth, text: isAboutCard(one.move) ? useAndLoss(useOf(one.move), one, best) : worth, best: false, played };
}

/** Returns the card that a move plays or discards, or else the move itself. */
export const aboutOf = (move: string): string => (isAboutCard(move) ? (move.replace('-', '').split(':')[0] ?? '') : move);

/** Advice by card, or by move if it involves a pile or a figure. What was played stands before a better use of its card, unless that is the best move. */
export function advice(hint: readonly HintMove[] | null, review: Review | null = null): Readonly<Record<string, Advice>> {
  const found: Record<string, Advice> = {};
  const [best] = hint ?? [];
  const played = (hint ?? []).filter(({ move }) => move === review?.played);
  if (best) for (const one of [best, ...played, ...(hint ?? [])]) found[aboutOf(one.move)] ??= said(one, best, review);
  return found;
}
