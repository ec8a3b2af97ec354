// A finished round as turns: a player's decisions in one turn are one line of the list, and one step.

import type { Position } from '../client/api';
import type { Happened } from '../client/wire';
import { type Turn, turnsOf } from '../games/marks';

/** The decision that led to each position except the deal. A decision belongs to the turn in which it was made. */
export function decisions(positions: readonly Position[]): Happened[] {
  return positions.slice(1).map(({ seat, move, card }, i) => ({ version: i + 1, seat, turn: positions[i]?.view.turn ?? 0, ...(move !== null && { move }), ...(card !== null && { card }) }));
}

/** All turns in order. A decision's version is the index of the position it led to. */
export const turnsIn = (made: readonly Happened[]): Turn[] => turnsOf([...made].reverse()).reverse();

/** The index of the position after a turn. */
export const endOf = ({ moves }: Turn): number => moves.at(-1)?.version ?? 0;

/** What an analysis says about a decision of a turn, or about the luck that came with it. */
export interface Judged {
  kind: 'lost' | 'less' | 'best' | 'found' | 'sun' | 'cloud';
  text: string;
  /** Whose luck it was, where that is not plain. */
  who?: string;
  /** Whether it is nothing to look for. */
  quiet?: boolean;
  /** With a sign, in the reader's digits. */
  points?: string;
}
