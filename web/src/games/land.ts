// What each game's land of a finished match is, by the game's name: loaded when a poster is drawn.

import type { GameName, View } from '../client/wire';
import type { Land } from '../drawings/panorama/massif';

/** `rounds` are the positions at the end of every round. Figures are written with `double`, ×2 in the language's digits. */
export type LandOf = (rounds: readonly View[], seat: number, double: string) => Land;

const LOADERS: Record<GameName, () => Promise<{ landOf: LandOf }>> = {
  card: () => import('./card/land'),
  board: () => import('./board/land'),
  roll: () => import('./roll/land'),
};

export const landOf = async (game: GameName): Promise<LandOf> => (await LOADERS[game]()).landOf;
