// What a hint says about the moves behind a die, a place or a button: the best of them, and what it loses against the best of all.

import type { HintMove } from '../../client/wire';
import { t } from '../../text';
import { lossOf } from '../loss';

export interface Advice {
  text: string;
  best: boolean;
}

/** Null if no hint was asked for, or if it considered none of these moves. */
export function adviceOn(hint: readonly HintMove[] | null, concerns: (move: string) => boolean): Advice | null {
  const [best] = hint ?? [];
  const found = hint?.find(({ move }) => concerns(move));
  if (!best || !found) return null;
  return found === best ? { text: t('page.hint.best'), best: true } : { text: lossOf(found, best) ?? t('page.roll.close'), best: false };
}
