// Each game's page view by its name: nothing else knows which game it is.

import type { GameName } from '../client/wire';
import type { GameView } from './props';

const LOADERS: Record<GameName, () => Promise<{ default: GameView }>> = {
  card: () => import('./card'),
  board: () => import('./board'),
  roll: () => import('./roll'),
};

/** A game's view, fetched when its table is opened. */
export const gameView = async (game: GameName): Promise<GameView> => (await LOADERS[game]()).default;
