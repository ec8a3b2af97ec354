// What a hint says about the moves behind a die, a place or a button: the best of them, and what it loses against the best of all.

import type { HintMove } from '../../client/wire';
import { signed, t } from '../../text';

export interface Advice {
  text: string;
  best: boolean;
}

/** Two standard errors: a smaller difference may be chance. */
const SURE = 2;

function said({ worth, error }: HintMove, best: HintMove): string {
  const loss = worth - best.worth;
  return -loss < SURE * error ? t('page.roll.close') : signed(Math.round(10 * loss) / 10);
}

/** Null if no hint was asked for, or if it considered none of these moves. */
export function adviceOn(hint: readonly HintMove[] | null, concerns: (move: string) => boolean): Advice | null {
  const [best] = hint ?? [];
  const found = hint?.find(({ move }) => concerns(move));
  if (!best || !found) return null;
  return found === best ? { text: t('page.hint.best'), best: true } : { text: said(found, best), best: false };
}
