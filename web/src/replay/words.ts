// Puts a turn into words for screen readers.

import type { Turn } from '../games/marks';
import { kindName } from '../games/names';
import type { Told } from '../games/props';
import { t } from '../text';

/** `said` are the turn's decisions. */
export function turnInWords({ seat }: Turn, said: readonly Told[], you: number | null, names: readonly string[]): string {
  return said.map((told, i) => decisionInWords(told, i > 0 ? 'rest' : seat === you ? 'you' : 'other', names[seat] ?? '')).join(t('page.comma'));
}

function decisionInWords(told: Told, who: 'you' | 'other' | 'rest', name: string): string {
  const kind = told.kind ? kindName(told) : '';
  const what = t(told.did, { who, name, kind });
  return kind && who !== 'rest' ? t('page.told_of', { what, kind }) : what;
}
