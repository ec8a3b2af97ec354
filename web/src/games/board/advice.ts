// What a hint says about each card, pile and figure: the best use for it, and what that loses against the best move.

import type { HintMove } from '../../client/wire';
import { digits, signed, t } from '../../text';

export interface Advice {
  /** What the move does with its card (×2 with the scientist); empty if it involves no card. */
  use: string;
  /** What it loses, or that it is the best move. */
  worth: string;
  best: boolean;
}

/** Two standard errors: a smaller difference may be chance. */
const SURE = 2;

function useOf(move: string): string {
  if (move.startsWith('-')) return t('page.hint.discard');
  if (/^[+>]/.test(move)) return '';
  return move.endsWith(':s') ? `${t('page.hint.play')} \u2066×${digits(2)}\u2069` : t('page.hint.play');
}

function said(one: HintMove, best: HintMove): Advice {
  if (one === best) return { use: '', worth: t('page.hint.best'), best: true };
  const loss = one.worth - best.worth;
  const worth = -loss < SURE * one.error ? t('page.board.hint.close') : signed(Math.round(10 * loss) / 10);
  return { use: useOf(one.move), worth, best: false };
}

/** Returns the card that a move plays or discards, or else the move itself. */
export const aboutOf = (move: string): string => (/^[+>]/.test(move) ? move : (move.replace('-', '').split(':')[0] ?? ''));

/** Advice by card, or by move if it involves a pile or a figure. */
export function advice(hint: readonly HintMove[] | null): Readonly<Record<string, Advice>> {
  const found: Record<string, Advice> = {};
  const [best] = hint ?? [];
  for (const one of hint ?? []) if (best) found[aboutOf(one.move)] ??= said(one, best);
  return found;
}
