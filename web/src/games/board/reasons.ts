// Why a card can't be played: short, beside the card, and as a sentence.

import { NUMBERS } from '../../box/board';
import { digits, t } from '../../text';
import { cardName } from '../names';
import { taken } from './paths';
import { wayOf } from './targets';
import { type BoardView, colorOf } from './view';

/** Which cards fit the path: "needs 7 or more". */
export function needs(view: BoardView, seat: number, card: string): string {
  const path = taken(view, seat, colorOf(card));
  if (path === null) return t('page.card.discard');
  const number = digits(path.number);
  if (path.number === (path.way === 'up' ? NUMBERS - 1 : 0)) return t('page.card.needs_last', { number });
  return t(path.way === 'up' ? 'page.card.needs' : 'page.board.needs_less', { number });
}

/** The reason as a sentence; null if the card can be played. */
export function whyNot(view: BoardView, seat: number, card: string, legal: readonly string[], reasons: Readonly<Record<string, string>>): string | null {
  if (wayOf(card, legal)) return null;
  const path = taken(view, seat, colorOf(card));
  const region = t(`page.region.${colorOf(card)}`);
  if (path === null) return t('page.card.cannot', { card: cardName(card), reason: reasons[`${card}:e`] ?? reasons[`${card}:s`] ?? reasons[card] ?? '' });
  const number = digits(path.number);
  return path.way === 'up' ? t('page.card.why_low', { region, shown: number, number }) : t('page.board.why_high', { region, number });
}
