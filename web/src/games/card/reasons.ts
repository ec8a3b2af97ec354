// Why a card can't be played, in terms of the column it would go to: short, beside the card, and as a sentence.

import { digits, t } from '../../text';
import { boxOf, type CardView, colorOf, highest, isWager, laid } from './view';

/** Which cards fit the column: "needs 10", "needs 7 or more"; for a wager or a complete column, why not. */
export function needs(view: CardView, seat: number, card: string): string {
  const next = highest(laid(view, seat, colorOf(card))) + 1;
  const most = boxOf(view.options).numbers + 1;
  if (isWager(card)) return t('page.card.too_late');
  if (next > most) return t('page.card.full');
  return next === most ? t('page.card.needs_last', { number: digits(most) }) : t('page.card.needs', { number: digits(next) });
}

export function whyNot(view: CardView, seat: number, card: string): string {
  const region = t(`page.region.${colorOf(card)}`);
  const shown = highest(laid(view, seat, colorOf(card)));
  if (isWager(card)) return t('page.card.why_wager', { region });
  return t(shown > boxOf(view.options).numbers ? 'page.card.why_full' : 'page.card.why_low', { region, shown: digits(shown), number: digits(shown + 1) });
}
