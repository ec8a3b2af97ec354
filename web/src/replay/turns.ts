// A finished round as turns: what one player decides in one go is one line of the list, and one step.

import type { Position } from '../client/api';
import type { Happened } from '../client/wire';
import { type Turn, turnsOf } from '../games/marks';

/** What led to a position; nothing led to the deal. A decision belongs to the turn in which it was made. */
export function decisions(positions: readonly Position[]): Happened[] {
  return positions.slice(1).map(({ seat, move, card }, i) => ({ version: i + 1, seat, turn: positions[i]?.view.turn ?? 0, ...(move !== null && { move }), ...(card !== null && { card }) }));
}

/** All turns, the first one first. A decision's version is the place of the position that it led to. */
export const turnsIn = (made: readonly Happened[]): Turn[] => turnsOf([...made].reverse()).reverse();

/** The place of the position after a turn. */
export const endOf = ({ moves }: Turn): number => moves.at(-1)?.version ?? 0;
