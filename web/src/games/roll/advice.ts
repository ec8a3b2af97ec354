// What a hint says of the moves that a die, a place or a button stands for: the best of them, and what it loses against the best of all.

import type { HintMove } from '../../client/wire';
import { signed, t } from '../../text';

export interface Advice {
  text: string;
  best: boolean;
}

/** Two standard errors: closer than that nobody can tell. */
const SURE = 2;

function said({ worth, error }: HintMove, best: HintMove): string {
  const loss = worth - best.worth;
  return -loss < SURE * error ? t('page.roll.close') : signed(Math.round(10 * loss) / 10);
}

/** Null where nobody asked, or none of these moves was thought about. */
export function adviceOn(hint: readonly HintMove[] | null, concerns: (move: string) => boolean): Advice | null {
  const [best] = hint ?? [];
  const found = hint?.find(({ move }) => concerns(move));
  if (!best || !found) return null;
  return found === best ? { text: t('page.hint.best'), best: true } : { text: said(found, best), best: false };
}
