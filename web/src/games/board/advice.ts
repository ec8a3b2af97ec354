// What a hint says of each card, pile and figure: the best use of it, and what that loses against the best move.

import type { HintMove } from '../../client/wire';
import { digits, signed, t } from '../../text';

export interface Advice {
  /** What the move does with its card, with the scientist doubly; nothing where it is about no card. */
  use: string;
  /** What it loses, or that it is the best. */
  worth: string;
  best: boolean;
}

/** Two standard errors: closer than that nobody can tell. */
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

/** The card that a move plays or discards, else the move itself. */
export const aboutOf = (move: string): string => (/^[+>]/.test(move) ? move : (move.replace('-', '').split(':')[0] ?? ''));

/** By card, and by move where it is about a pile or a figure. */
export function advice(hint: readonly HintMove[] | null): Readonly<Record<string, Advice>> {
  const found: Record<string, Advice> = {};
  const [best] = hint ?? [];
  for (const one of hint ?? []) if (best) found[aboutOf(one.move)] ??= said(one, best);
  return found;
}
