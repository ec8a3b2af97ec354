// How the marks of a move travel: from the dice, or from the previous box, to their places; and an artefact from its box to its column.

import type { Happened } from '../../client/wire';
import type { Flight } from '../flights';
import { type Dice, placeOfFace, type Sort } from './dice';
import { type Place, placesMade, type Spot } from './layout';
import { type Bridge, boxesOf, type Sheet } from './view';

/** The name of a place on a seat's sheet. */
export const spotName = (seat: number, column: Bridge, spot: Spot): string => `spot:${seat}:${column}:${spot}`;
export const dieName = (sort: Sort, place: number): string => `die:${sort}:${place}`;
/** The name of the place that shows a seat's last turn, for players whose sheet is not visible. */
export const turnName = (seat: number): string => `turn:${seat}`;
export const NONE_PLACE = 'none';

/** What a mark shows. */
export type Mark = 'vase' | 'die' | 'circle' | `${number}`;

const marked = (from: readonly string[], to: readonly string[], kind: Mark): Flight => ({ from, to, kind, face: 'open', way: 'mark' });

function markAt(sheet: Sheet, { column, spot }: Place): Mark {
  if (column === 'A' || column === 'D') return column === 'A' ? 'vase' : 'die';
  if (typeof spot !== 'number') return spot === 'top' ? 'vase' : 'circle';
  return `${boxesOf(sheet, column)[spot - 1] ?? 0}`;
}

/** The place that an advancing expedition copies from: its last box, or its circle. */
const below = (seat: number, { column, spot }: Place): string =>
  spotName(seat, column, spot === 'top' ? 9 : typeof spot === 'number' && spot > 1 ? spot - 1 : 'circle');

/** The flights of a move: `before` and `after` are sheets, `dice` the dice as they lay, `picked` the place of the chosen number die. */
export function markFlights({ move = '', seat }: Happened, before: Sheet, after: Sheet, dice: Dice, picked: number | null): Flight[] {
  const [place] = seat === null ? [] : placesMade(after, [move]);
  if (seat === null || !place) return [];
  if (move === '.' && before.dice === after.dice) return [];
  const die = dieName('number', picked ?? placeOfFace(dice.number, move[1] ?? ''));
  const from = move === '.' ? [NONE_PLACE] : move.startsWith('>') ? [below(seat, place)] : [die];
  const at = spotName(seat, place.column, place.spot);
  const first = marked(from, [at, turnName(seat)], markAt(after, place));
  if (after.artifacts === before.artifacts) return [first];
  return [first, marked([at, turnName(seat)], [spotName(seat, 'A', after.artifacts)], 'vase')];
}
