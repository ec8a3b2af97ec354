// A rating beside those of the opponents, on one scale from the weakest to the strongest of them all.

import { call } from '../client/api';
import { OPPONENTS, type Opponent } from '../client/opponents';
import type { components } from '../client/schema';
import type { GameName } from '../client/wire';

type Schemas = components['schemas'];

export type Rating = Omit<Schemas['RatingNow'], 'game'> & { game: GameName };
export type Rival = { name: Opponent; game: string; rating: number };

export interface Trail {
  /** Places from 0 to 1: the interval, the rating, and each opponent. */
  low: number;
  high: number;
  at: number;
  rivals: { name: Opponent; at: number }[];
}

export const ratings = {
  mine: async () => (await call<Schemas['Ratings']>('GET', '/api/me/rating')).ratings as Rating[],
  /** The opponents of all games. */
  rivals: async (): Promise<Rival[]> => {
    const { bots } = await call<Schemas['Bots']>('GET', '/api/bots');
    return bots.flatMap(({ name, game, rating }) => {
      const known = OPPONENTS.find((opponent) => opponent === name);
      return known !== undefined && rating !== null ? [{ name: known, game, rating }] : [];
    });
  },
};

/** Room at both ends, as a share of the scale. */
const ROOM = 0.05;

/** Where everything stands. The interval of somebody new is wider than the scale, and is cut off at its ends. */
export function trailOf({ rating, low, high }: Pick<Rating, 'rating' | 'low' | 'high'>, rivals: readonly Pick<Rival, 'name' | 'rating'>[]): Trail {
  const known = [rating, ...rivals.map((rival) => rival.rating)];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const margin = ROOM * Math.max(most - least, 1);
  const at = (value: number): number => Math.min(Math.max((value - least + margin) / (most - least + 2 * margin), 0), 1);
  return { low: at(low), high: at(high), at: at(rating), rivals: rivals.map((rival) => ({ name: rival.name, at: at(rival.rating) })) };
}
