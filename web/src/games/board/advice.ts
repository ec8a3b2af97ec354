// What a hint says of each card, pile and figure: the best use of it, and what that loses against the best move.

import type { HintMove } from '../../client/wire';
import { digits, signed, t } from '../../text';

export interface Advice {
  text: string;
  best: boolean;
}

/** Two standard errors: closer than that nobody can tell. */
const SURE = 2;

/** What a move does with its card, with the scientist doubly; nothing for moves that are about no card. */
function useOf(move: string): string {
  if (move.startsWith('-')) return t('page.hint.discard');
  if (/^[+>]/.test(move)) return '';
  return move.endsWith(':s') ? `${t('page.hint.play')} \u2066×${digits(2)}\u2069` : t('page.hint.play');
}

function said({ move, worth, error }: HintMove, best: HintMove): string {
  const use = useOf(move);
  const loss = worth - best.worth;
  if (-loss < SURE * error) return use ? t('page.hint.close', { use }) : t('page.board.hint.close');
  const much = signed(Math.round(10 * loss) / 10);
  return use ? t('page.hint.loses', { use, loss: much }) : much;
}

/** The card that a move plays or discards, else the move itself. */
export const aboutOf = (move: string): string => (/^[+>]/.test(move) ? move : (move.replace('-', '').split(':')[0] ?? ''));

/** By card, and by move where it is about a pile or a figure. */
export function advice(hint: readonly HintMove[] | null): Readonly<Record<string, Advice>> {
  const found: Record<string, Advice> = {};
  const [best] = hint ?? [];
  for (const one of hint ?? []) if (best) found[aboutOf(one.move)] ??= { text: one === best ? t('page.hint.best') : said(one, best), best: one === best };
  return found;
}
