// Each game's page view by its name: the only place that lists the games' views.

import type { GameName } from '../client/wire';
import type { GameView } from './props';

const LOADERS: Record<GameName, () => Promise<{ default: GameView }>> = {
  card: () => import('./card'),
  board: () => import('./board'),
  roll: () => import('./roll'),
};

/** Loads a game's view when its table is opened. */
export const gameView = async (game: GameName): Promise<GameView> => (await LOADERS[game]()).default;
