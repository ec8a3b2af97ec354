// Setting out on a deal of the day: its table, reached like any other.

import { Refused } from '../client/api';
import { arriveAt } from '../client/arrival';
import { daily, type Day, type Deal } from '../client/daily';
import { router } from '../client/router.svelte';
import type { GameName } from '../client/wire';
import { asSentence, t } from '../text';

/** Opens one's try at a deal or, for `practise`, a table without a result, and goes there. Returns why that failed, or an empty string. If the day is over, `onnews` is called. */
export async function setOut(day: string, game: GameName, onnews: () => void, how: 'begin' | 'practise' = 'begin'): Promise<string> {
  try {
    const { table } = await daily[how](day, game);
    arriveAt(table);
    router.go(`/t/${table.id}`);
    return '';
  } catch (error) {
    if (!(error instanceof Refused)) return t('page.no_connection');
    if (error.code !== 'daily_ended') return asSentence(error.message);
    onnews();
    return t('page.daily.new_day');
  }
}

/** What there is to say about the deals of a day, by the hour. */
export const aboutDay = ({ now, ends, closed, names }: Pick<Day, 'now' | 'ends' | 'closed' | 'names'>): string =>
  [t(closed ? 'page.daily.past' : now < ends ? 'page.daily.about' : 'page.daily.closing'), ...(names ? [t('page.daily.names_told')] : [])].join(' ');

/** The deal to offer first: one that was begun, then the game played last, then any that is not finished. */
export function nextDeal(deals: readonly Deal[], last: GameName): Deal | undefined {
  return deals.find(({ status }) => status === 'playing') ?? deals.find(({ game, status }) => game === last && status !== 'finished') ?? deals.find(({ status }) => status !== 'finished');
}

export const against = ({ game, opponent }: Pick<Deal, 'game' | 'opponent'>): string => t('page.poster.against', { game: t(`page.game.${game}`), names: t(`page.bot.${opponent}`) });
