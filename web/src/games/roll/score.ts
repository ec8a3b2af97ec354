// What a sheet is worth, step by step as the rulebook works it out. The page only shows it: what counts is the server's score.

import { type RollColor, ROLL_COLORS } from '../../drawings/palettes';
import { boxesOf, type Sheet } from './view';

export const EXPEDITION = [0, -20, -15, -10, 5, 10, 15, 30, 35, 50] as const;
export const ARTIFACTS = [0, -40, -30, -20, 10, 20, 30, 60, 70, 100] as const;
export const DICE = [0, -40, -30, -20, 10, 20, 30, 60, 70, 0] as const;
export const BRIDGE = 20;
const ONLY_A_CIRCLE = -50;

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
  const value = count === 0 && doubled ? ONLY_A_CIRCLE : (EXPEDITION[count] ?? 0);
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
  const artifacts = ARTIFACTS[sheet.artifacts] ?? 0;
  const dice = DICE[sheet.dice] ?? 0;
  const total = Object.values(expeditions).reduce((points, one) => points + one.total, artifacts + dice + sheet.bonus);
  return { expeditions, artifacts, dice, bridges: sheet.bonus, total };
}
