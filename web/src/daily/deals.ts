// Setting out on a deal of the day: its table, reached like any other.

import { Refused } from '../client/api';
import { arriveAt } from '../client/arrival';
import { daily, type Deal } from '../client/daily';
import { router } from '../client/router.svelte';
import type { GameName } from '../client/wire';
import { asSentence, t } from '../text';

/** Opens one's table of a deal and goes there. Returns why that failed, or an empty string. */
export async function setOut(day: string, game: GameName): Promise<string> {
  try {
    const { table } = await daily.begin(day, game);
    arriveAt(table);
    router.go(`/t/${table.id}`);
    return '';
  } catch (error) {
    return error instanceof Refused ? asSentence(error.message) : t('page.no_connection');
  }
}

/** The deal to offer first: one that was begun, then the game played last, then any that is not finished. */
export function nextDeal(deals: readonly Deal[], last: GameName): Deal | undefined {
  return deals.find(({ status }) => status === 'playing') ?? deals.find(({ game, status }) => game === last && status !== 'finished') ?? deals.find(({ status }) => status !== 'finished');
}

export const against = ({ game, opponent }: Pick<Deal, 'game' | 'opponent'>): string => t('page.poster.against', { game: t(`page.game.${game}`), names: t(`page.bot.${opponent}`) });
