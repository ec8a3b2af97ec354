// One true sentence about a finished match: its last round's best expedition.

import { t } from '../../text';
import type { View } from '../../client/wire';
import { worth } from './score';
import { boxOf, type CardView, colorsOf, highest, laid } from './view';

/** Returns an empty string if no expedition was started. */
export function remark(given: View, seat: number): string {
  const view = given as CardView;
  const box = boxOf(view.options);
  const begun = colorsOf(view).filter((color) => laid(view, seat, color).length > 0);
  const total = (color: (typeof begun)[number]): number => worth(laid(view, seat, color), box).total;
  const [best] = begun.sort((one, other) => total(other) - total(one));
  if (!best) return '';
  const whole = highest(laid(view, seat, best)) === box.numbers + 1;
  return t(whole ? 'page.card.remark.city' : 'page.card.remark.best', { region: t(`page.region.${best}`), points: total(best), round: view.scores.length });
}
