// The land of a match: six expeditions with a ridge for every box, artefacts and dice symbols in front.

import { BOXES, BRIDGE } from '../../box/roll';
import { LANDMARKS } from '../../drawings/landmarks';
import { canyon } from '../../drawings/landmarks/canyon';
import type { Landmark } from '../../drawings/landmarks/landmark';
import { CARDS, ROLL, type RollColor, ROLL_COLORS } from '../../drawings/palettes';
import type { Land, Massif, Ridge } from '../../drawings/panorama/massif';
import type { View } from '../../client/wire';
import { sum } from './score';
import { boxesOf, type RollView, type Sheet, sheetOf } from './view';

const CITY = 10;
/** Only the canyon has no landmarks of its own, except for its city. */
const LIKE = 'Y';

function landmark(color: RollColor, number: number): Landmark | null {
  if (number === CITY) return color === 'O' ? canyon : (LANDMARKS[color][CITY] ?? null);
  return LANDMARKS[color === 'O' ? LIKE : color][number] ?? null;
}

/** A number that was copied from the box below has no second landmark. */
function ridgesOf(sheet: Sheet, color: RollColor): Ridge[] {
  const boxes = boxesOf(sheet, color);
  const camp: Ridge[] = sheet.circles.includes(color) ? [{ landmark: null, camp: true }] : [];
  return [
    ...camp,
    ...boxes.map((number, index) => {
      const written = number === CITY ? 0 : number; // a 0 on the dice
      const shown = index + 1 === BOXES ? CITY : number === boxes[index - 1] ? null : written;
      return { landmark: shown === null ? null : landmark(color, shown), bridge: index + 1 === BRIDGE };
    }),
  ];
}

function massifOf(sheet: Sheet, color: RollColor, points: number): Massif {
  const city = boxesOf(sheet, color).length === BOXES;
  const palette = city && color !== 'O' ? { ...CARDS[color], name: ROLL[color].name, base: ROLL[color].base } : ROLL[color];
  return { palette, ridges: ridgesOf(sheet, color), city, points };
}

export function landOf(rounds: readonly View[], seat: number): Land {
  const view = rounds.at(-1) as RollView | undefined;
  if (!view) return { massifs: [], shares: [] };
  const sheet = sheetOf(view, seat);
  const { expeditions, artifacts, dice, bridges } = sum(sheet);
  const begun = (color: RollColor): boolean => boxesOf(sheet, color).length > 0 || sheet.circles.includes(color);
  return {
    massifs: ROLL_COLORS.map((color) => massifOf(sheet, color, expeditions[color].total)),
    shares: [
      ...ROLL_COLORS.map((color) => ({ symbol: ROLL[color].symbol, points: begun(color) ? expeditions[color].total : null })),
      { symbol: 'vase', points: artifacts },
      { symbol: 'die', points: dice },
      { symbol: 'bridge', points: bridges },
    ],
    finds: [...Array.from({ length: sheet.artifacts }, () => 'vase' as const), ...Array.from({ length: sheet.dice }, () => 'die' as const)],
  };
}
