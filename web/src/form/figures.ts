// What a person's matches say together: the mean of the last ten, luck so far, and how much luck chance alone would give.

import type { FormMatch } from '../client/journals';

export const WINDOW = 10;
/** With fewer matches their own spread says nothing yet: their sum could not leave the band. */
const ENOUGH = 5;

export type Judged = FormMatch & { judged: NonNullable<FormMatch['judged']> };

/** The matches with a journal, the oldest first. */
export const judgedIn = (matches: readonly FormMatch[]): Judged[] => matches.filter((match): match is Judged => match.judged !== null).reverse();

/** Whether a match says something about the person's own choices: not if a bot helped, nor with hardly a decision. */
export const isOwn = ({ helped, judged }: Judged): boolean => !helped && judged.counted > 1;

/** After each match: the points lost per decision in the last ten that say something. Null before the first. */
export function runningMean(matches: readonly Judged[], window = WINDOW): (number | null)[] {
  return matches.map((_, i) => {
    const last = matches.slice(0, i + 1).filter(isOwn).slice(-window);
    const counted = last.reduce((sum, { judged }) => sum + judged.counted, 0);
    return counted === 0 ? null : last.reduce((sum, { judged }) => sum + judged.cost, 0) / counted;
  });
}

function sums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** The sum of all luck after each match. */
export const luckSoFar = (matches: readonly Judged[]): number[] => sums(matches.map(({ judged }) => judged.luck));

/**
 * After each match: two standard deviations of the sum that chance alone would give. The mean of luck is 0, so the spread is taken around 0.
 * It comes from these very matches; one of more rounds has more luck.
 */
export function chanceBand(matches: readonly Judged[]): number[] {
  const rounds = sums(matches.map((match) => match.rounds));
  const squares = matches.reduce((sum, { judged }) => sum + judged.luck ** 2, 0);
  const perRound = squares / (rounds.at(-1) ?? 1);
  return rounds.map((count) => 2 * Math.sqrt(perRound * count));
}

export type Verdict = 'few' | 'well' | 'within' | 'outside';

/** How luck so far compares with chance. */
export function verdict(matches: readonly Judged[]): Verdict {
  const [sum, band] = [Math.abs(luckSoFar(matches).at(-1) ?? 0), chanceBand(matches).at(-1) ?? 0];
  if (matches.length < ENOUGH) return 'few';
  return sum > band ? 'outside' : sum > band / 2 ? 'within' : 'well';
}
