// One true sentence about a finished game: the expedition worth most.

import type { View } from '../../client/wire';
import { ROLL_COLORS } from '../../drawings/palettes';
import { t } from '../../text';
import { sum } from './score';
import { type RollView, sheetOf } from './view';

/** Returns an empty string if no expedition was worth any points. */
export function remark(view: View, seat: number): string {
  const { expeditions } = sum(sheetOf(view as RollView, seat));
  const [best] = [...ROLL_COLORS].sort((one, other) => expeditions[other].total - expeditions[one].total);
  return best && expeditions[best].total > 0 ? t('page.roll.remark', { color: t(`color.${best}`), points: expeditions[best].total }) : '';
}
