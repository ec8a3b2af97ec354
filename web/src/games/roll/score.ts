// What a sheet is worth, step by step as in the rulebook. This is only for display: the server's score counts.

import { ARTIFACT_VALUES, EXPEDITION_VALUES, ONLY_A_CIRCLE, SYMBOL_VALUES } from '../../box/roll';
import { type RollColor, ROLL_COLORS } from '../../drawings/palettes';
import { boxesOf, type Sheet } from './view';

export interface Worth {
  /** Boxes filled. */
  count: number;
  value: number;
  doubled: boolean;
  total: number;
}

export function worth(sheet: Sheet, color: RollColor): Worth {
  const count = boxesOf(sheet, color).length;
  const doubled = sheet.circles.includes(color);
  const value = count === 0 && doubled ? ONLY_A_CIRCLE : (EXPEDITION_VALUES[count] ?? 0);
  return { count, value, doubled, total: doubled ? 2 * value : value };
}

export interface Sum {
  expeditions: Record<RollColor, Worth>;
  artifacts: number;
  dice: number;
  bridges: number;
  total: number;
}

export function sum(sheet: Sheet): Sum {
  const expeditions = Object.fromEntries(ROLL_COLORS.map((color) => [color, worth(sheet, color)])) as Record<RollColor, Worth>;
  const artifacts = ARTIFACT_VALUES[sheet.artifacts] ?? 0;
  const dice = SYMBOL_VALUES[sheet.dice] ?? 0;
  const total = Object.values(expeditions).reduce((points, one) => points + one.total, artifacts + dice + sheet.bonus);
  return { expeditions, artifacts, dice, bridges: sheet.bonus, total };
}
