// Why a hint is the best move: one sentence about this position.

import { ARTIFACT_VALUES, BRIDGE_POINTS } from '../../box/roll';
import { digits, t } from '../../text';
import { effects, type Place, placeOf, written } from './layout';
import { type Bridge, boxesOf, type RollView, sheetOf } from './view';

/** A gap between numbers that costs an expedition little. */
const SMALL_STEP = 2;

const columnName = (column: Bridge): string => (column === 'A' || column === 'D' ? t(`page.roll.column.${column}`) : t(`color.${column}`));

/** What writing a number costs an expedition: nothing, little, or that it starts it. */
function room({ column, spot }: Place, number: number, last: number | undefined): string | null {
  if (column === 'A' || column === 'D' || typeof spot !== 'number') return null;
  const color = t(`color.${column}`);
  if (last === undefined) return number > SMALL_STEP + 1 ? null : t('page.why.roll.start', { color, number });
  if (number === last) return t('page.why.roll.same', { color, number });
  return number - last > SMALL_STEP ? null : t('page.why.roll.step', { color, number, last });
}

function ofNone(move: string, gain: number): string {
  if (move === '>.') return t('page.why.roll.stay');
  return t(gain > 0 ? 'page.why.roll.symbol' : 'page.why.roll.none', { gain });
}

/** `gain` is what the move adds to your score. */
export function why(view: RollView, seat: number, move: string, gain: number): string {
  const sheet = sheetOf(view, seat);
  const place = placeOf(sheet, move);
  const { arrow, artifact, over } = effects(sheet, move);
  const bridge = over.find((column) => !view.bridges[column] || view.fresh.includes(column));
  if (bridge) return t('page.why.roll.bridge', { column: columnName(bridge), points: BRIDGE_POINTS });
  if (!place || move === '.' || move === '>.') return ofNone(move, gain);
  if (place.spot === 'circle') return t('page.why.roll.circle', { color: columnName(place.column) });
  if (arrow) return t('page.why.roll.arrow');
  if (artifact) return t('page.why.roll.artifact', { value: digits(ARTIFACT_VALUES[sheet.artifacts + 1] ?? 0) });
  const last = place.column === 'A' || place.column === 'D' ? undefined : boxesOf(sheet, place.column).at(-1);
  return room(place, written(sheet, move), last) ?? t(gain > 0 ? 'page.why.roll.adds' : 'page.why.roll.least', { gain });
}
