// What a hint says about each card in the hand: the best use for it, and what that loses against the best move.

import type { HintMove } from '../../client/wire';
import { t } from '../../text';
import { useAndLoss } from '../loss';

interface Advice {
  text: string;
  best: boolean;
}

const DISCARD = '-';

const useOf = ({ move }: HintMove): string => t(move.startsWith(DISCARD) ? 'page.hint.discard' : 'page.hint.play');

/** Advice by card. Moves without a card of their own, such as draws, are left out. */
export function advice(hint: readonly HintMove[] | null): Readonly<Record<string, Advice>> {
  const [best] = hint ?? [];
  if (!best) return {};
  const about = ({ move }: HintMove): string => move.replace(DISCARD, '');
  return Object.fromEntries((hint ?? []).filter(({ move }) => !move.startsWith('+')).map((one) => [about(one), { text: one === best ? t('page.hint.best') : useAndLoss(useOf(one), one, best), best: one === best }]));
}
