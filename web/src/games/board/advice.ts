// What a hint says about each card, pile and figure: the best use for it, and what that loses against the best move.

import type { HintMove } from '../../client/wire';
import { digits, t } from '../../text';
import { lossOf, useAndLoss } from '../loss';

export interface Advice {
  /** What it loses, or that it is the best move. */
  worth: string;
  /** The same, with what the move does with its card (×2 with the scientist). */
  text: string;
  best: boolean;
}

const isAboutCard = (move: string): boolean => !/^[+>]/.test(move);

function useOf(move: string): string {
  if (move.startsWith('-')) return t('page.hint.discard');
  return move.endsWith(':s') ? `${t('page.hint.play')} \u2066×${digits(2)}\u2069` : t('page.hint.play');
}

function said(one: HintMove, best: HintMove): Advice {
  if (one === best) return { worth: t('page.hint.best'), text: t('page.hint.best'), best: true };
  const worth = lossOf(one, best) ?? t('page.board.hint.close');
  return { worth, text: isAboutCard(one.move) ? useAndLoss(useOf(one.move), one, best) : worth, best: false };
}

/** Returns the card that a move plays or discards, or else the move itself. */
export const aboutOf = (move: string): string => (isAboutCard(move) ? (move.replace('-', '').split(':')[0] ?? '') : move);

/** Advice by card, or by move if it involves a pile or a figure. */
export function advice(hint: readonly HintMove[] | null): Readonly<Record<string, Advice>> {
  const found: Record<string, Advice> = {};
  const [best] = hint ?? [];
  for (const one of hint ?? []) if (best) found[aboutOf(one.move)] ??= said(one, best);
  return found;
}
