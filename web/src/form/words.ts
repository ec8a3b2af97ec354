// How a form is told: opponents by name, figures with their doubt.

import type { FormMatch } from '../client/api';
import type { Graded } from '../journal/report';
import { opponentOf } from '../journal/strength';
import { pointsInText, withError } from '../journal/words';
import { namesIn } from '../table/faces';
import { day, digits, t } from '../text';
import { isOwn, type Judged } from './figures';

/** Which opponents the person has played like lately. */
export function likeness(names: readonly string[], scale: Readonly<Record<string, number>>): string {
  const [first = '', second] = names.map((name) => t(`page.bot.${opponentOf(name as Graded)}`));
  if (names.length === 0) return t('page.form.unsure');
  if (second !== undefined) return t('page.form.between', { weaker: first, stronger: second });
  const weakest = Object.entries(scale).reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
  return t(names[0] === weakest[0] ? 'page.form.below' : 'page.form.above', { name: first });
}

/** The other players of a match. */
export const rivals = ({ seats, you }: FormMatch): string => namesIn(seats, [you]).filter((_, seat) => seat !== you).join(t('page.comma'));

/** The points of a match, one's own first. */
export const score = ({ points, you }: FormMatch): string => [points[you] ?? 0, ...points.filter((_, seat) => seat !== you)].map(digits).join(' : ');

export const result = ({ share }: FormMatch): string => t(share === 1 ? 'page.form.won' : share > 0 ? 'page.form.tied' : 'page.form.lost_match');

/** What a match lost per decision, if that can be told, and its luck. */
export function figures(match: Judged): string[] {
  const { cost_per_decision: cost, ci95, luck } = match.judged;
  const lost = isOwn(match) && cost !== null ? t('page.form.cost', { figure: withError(cost, ci95 ?? 0) }) : t(match.helped ? 'page.helped' : 'page.form.cannot_tell');
  return [lost, t('page.form.match_luck', { luck: pointsInText(luck) })];
}

/** Everything about a match in one line, for those who cannot see the picture. */
export const inWords = (match: Judged): string => [day(match.finished), rivals(match), score(match), result(match), ...figures(match)].join(t('page.comma'));
