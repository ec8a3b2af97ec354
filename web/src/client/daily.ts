// Requests about the deals of the day.

import { call, type Opened } from './api';
import type { components } from './schema';
import type { GameName } from './wire';

type Schemas = components['schemas'];

export type Deal = Omit<Schemas['DailyGame'], 'game'> & { game: GameName };
export type Day = Omit<Schemas['Daily'], 'games'> & { games: Deal[] };
export type Results = Omit<Schemas['DailyResults'], 'game'> & { game: GameName };
export type Played = Schemas['PlayedDay'];

export const daily = {
  /** Today's deals, or those of another day (`2026-11-16`). */
  day: (day: string | null = null) => call<Day>('GET', `/api/daily${day === null ? '' : `/${day}`}`),
  /** Opens one's try, or goes on with it; refused once the day is over. */
  begin: (day: string, game: GameName) => call<Opened>('POST', `/api/daily/${day}/${game}?ranked=true`),
  /** Opens a table to play a deal of a closed day without a result. */
  practise: (day: string, game: GameName) => call<Opened>('POST', `/api/daily/${day}/${game}`),
  results: (day: string, game: GameName) => call<Results>('GET', `/api/daily/${day}/${game}/results`),
  /** The days on which something was finished, latest first. */
  played: async () => (await call<Schemas['DaysPlayed']>('GET', '/api/me/daily')).days,
};
