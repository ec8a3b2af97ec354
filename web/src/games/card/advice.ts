// What a hint says about each card in the hand: the best use for it, and what that loses against the best move.

import type { HintMove } from '../../client/wire';
import { signed, t } from '../../text';

interface Advice {
  text: string;
  best: boolean;
}

/** Two standard errors: a smaller difference may be chance. */
const SURE = 2;
const DISCARD = '-';

function said({ move, worth, error }: HintMove, best: HintMove): string {
  const use = t(move.startsWith(DISCARD) ? 'page.hint.discard' : 'page.hint.play');
  const loss = worth - best.worth;
  return -loss < SURE * error ? t('page.hint.close', { use }) : t('page.hint.loses', { use, loss: signed(Math.round(10 * loss) / 10) });
}

/** Advice by card. Moves without a card of their own, such as draws, are left out. */
export function advice(hint: readonly HintMove[] | null): Readonly<Record<string, Advice>> {
  const [best] = hint ?? [];
  if (!best) return {};
  const about = ({ move }: HintMove): string => move.replace(DISCARD, '');
  return Object.fromEntries((hint ?? []).filter(({ move }) => !move.startsWith('+')).map((one) => [about(one), { text: one === best ? t('page.hint.best') : said(one, best), best: one === best }]));
}
