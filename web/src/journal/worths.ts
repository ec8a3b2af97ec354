// What the moves of a decision are worth against the best one, in the shape of a hint, which every table knows how to show.

import type { HintMove } from '../client/wire';
import type { Decision } from './report';

/** Two standard errors: a smaller difference may be chance. */
const SURE = 2;
/** How many moves are listed. */
const LISTED = 5;

/** The moves, best first, each with the standard error of its distance from the best one. */
export const worthsOf = ({ candidates }: Decision): HintMove[] => candidates.map(({ move, worth, se }, i) => ({ move, worth, error: i === 0 ? 0 : se }));

/** By how much a move is behind the best one; never less than nothing, which is for moves that were looked at less closely. */
export const behind = (one: HintMove, best: HintMove): number => Math.max(0, best.worth - one.worth);

/** Whether nobody can tell a move from the best one. */
export const isClose = (one: HintMove, best: HintMove): boolean => one !== best && behind(one, best) < SURE * one.error;

/** The moves to list, best first: the one played, the one just chosen, and as many of the better ones as there is room for. */
export function listed(worths: readonly HintMove[], played: string, chosen: string | null): HintMove[] {
  const [best, ...others] = worths;
  const sorted = [...(best ? [best] : []), ...others.sort((one, other) => other.worth - one.worth)];
  const isNamed = ({ move }: HintMove): boolean => move === played || move === chosen;
  const room = LISTED - sorted.filter(isNamed).length;
  const better = sorted.filter((one) => !isNamed(one)).slice(0, room);
  return sorted.filter((one) => isNamed(one) || better.includes(one));
}

export type Verdict = 'best' | 'close' | 'played' | 'better' | 'worse';

/** What to say about a move chosen when trying again. */
export function verdictOn(worths: readonly HintMove[], played: string, chosen: string): Verdict {
  const [best] = worths;
  const one = worths.find(({ move }) => move === chosen);
  const then = worths.find(({ move }) => move === played);
  if (!best || !one || one === best) return 'best';
  if (isClose(one, best)) return 'close';
  if (chosen === played) return 'played';
  return then && behind(one, best) + SURE * one.error < behind(then, best) ? 'better' : 'worse';
}
