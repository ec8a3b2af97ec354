// What is written on the poster of a match. No player is named but the page's own opponents.

import type { Land } from '../drawings/panorama/massif';
import type { Words } from '../drawings/panorama/paper';
import { day, digits, fullDay, language, percentOf, signed, t } from '../text';
import type { Finished } from './match';

/** The day of a deal that was the same for everybody, and the share of players who did worse. */
export interface Daily {
  /** In milliseconds since 1970. */
  at: number;
  share: number | null;
}

/** Signed figures read from left to right in every language. */
const isolated = (text: string): string => `\u2066${text}\u2069`;

function ahead({ totals, seat }: Finished): string {
  const lead = (totals[seat] ?? 0) - Math.max(...totals.filter((_, other) => other !== seat));
  if (lead === 0) return t('page.poster.tie');
  return lead > 0 ? t('page.poster.won', { points: lead }) : t('page.poster.lost', { points: -lead });
}

function about({ game, bots, players }: Finished): string {
  const name = t(`page.game.${game}`);
  return bots ? t('page.poster.against', { game: name, names: bots.map((bot) => t(`page.bot.${bot}`)).join(t('page.comma')) }) : t('page.poster.together', { game: name, players });
}

export function wordsOf(match: Finished, land: Land, daily: Daily | null): Words {
  const points = match.totals[match.seat] ?? 0;
  const game = t(`page.game.${match.game}`);
  const at = daily?.at ?? match.at;
  const capitals = (text: string): string => text.toLocaleUpperCase(language());
  return {
    label: capitals(daily ? t('page.daily') : at === null ? t('page.name') : game),
    day: at === null ? game : fullDay(at),
    points: isolated(digits(points)),
    unit: t('page.poster.points', { points }),
    line: daily?.share == null ? ahead(match) : t('page.poster.better', { share: percentOf(daily.share) }),
    name: t('page.name'),
    about: about(match),
    ring: capitals([game, at === null ? t('page.name') : day(at), ''].join(' · ').trimEnd()),
    share: daily?.share == null ? null : t('page.poster.share', { share: percentOf(daily.share) }),
    sums: land.shares.map((share) => isolated(share.points === null ? digits(0) : signed(share.points))),
  };
}

/** The same number for the same match, so that its poster always looks the same. */
export const seedOf = (id: string): number => [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
