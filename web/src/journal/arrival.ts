// Where a match ends in its landscape: at the lost city, before it, or in a camp from which it is only seen far away.

import { camp, city } from '../drawings/journey';
import { explorer } from '../drawings/people';
import type { TableInfo } from '../client/wire';
import type { Landscape } from './landscape';

/** A seat's share of the win: 1 for a win, less for a tie. */
export function shareOf({ results }: TableInfo, seat: number): number {
  const winners = results?.winners ?? [];
  return winners.includes(seat) ? 1 / winners.length : 0;
}

export interface Arrival {
  /** The city, behind the ridge. */
  far: string;
  /** Those who arrived, or their tent, on it. */
  near: string;
}

export interface Scales {
  city: number;
  tent: number;
  /** The explorers before the city; 0 if there is no room for them. */
  people: number;
}

/** Won: the city on a plateau. Lost: a tent, and the city small on the horizon. Tied: a tent alone. `share`: as `shareOf` says. */
export function arrivalOf(land: Landscape, share: number, scales: Scales): Arrival {
  const { width, after } = land.frame;
  const [middle, ground] = [width - after * 0.45, land.at(width) + 1];
  if (share === 1) return { far: city(middle, ground, scales.city, true), near: scales.people > 0 ? walkers(middle, ground, scales.people) : '' };
  const aside = after * 0.16;
  return { far: share === 0 ? city(middle + aside, land.horizon, scales.city * 0.5, false) : '', near: camp(middle - aside, ground, scales.tent) };
}

const walkers = (x: number, y: number, scale: number): string =>
  explorer(x - 78 * scale, y, scale, 'var(--city)', 'var(--alert)') + explorer(x - 96 * scale, y, 0.85 * scale, 'var(--city)', 'var(--sun)');
