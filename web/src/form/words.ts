// How a form is told: opponents by name, figures with their doubt.

import type { Form, FormMatch } from '../client/journals';
import type { Opponent } from '../client/opponents';
import type { Graded } from '../journal/report';
import { neighboursOf } from '../journal/strength';
import { pointsInText, withError } from '../journal/words';
import { namesIn } from '../table/faces';
import { day, digits, t } from '../text';
import { isOwn, type Judged } from './figures';

/** Which opponents the person has played like lately; `null` if there is too little to tell. */
export function likeness(lately: Form['lately'] | null): string {
  const [weaker, stronger] = lately ? neighboursOf(lately.plays_like as Graded[], lately.cost_per_decision, lately.scale ?? {}) : [];
  const named = (name: Opponent): string => t(`page.bot.${name}`);
  if (weaker && stronger) return t('page.form.between', { weaker: named(weaker), stronger: named(stronger) });
  if (weaker) return t('page.form.above', { name: named(weaker) });
  return stronger ? t('page.form.below', { name: named(stronger) }) : t('page.form.unsure');
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
