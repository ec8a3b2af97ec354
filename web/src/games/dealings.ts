// Each game's dealing by its name, loaded when a shuffle is checked or a table opened.

import type { GameName } from '../client/wire';
import type { Dealing } from '../fair/dealing';

const LOADERS: Record<GameName, () => Promise<{ dealing: Dealing }>> = {
  card: () => import('./card/dealing'),
  board: () => import('./board/dealing'),
  roll: () => import('./roll/dealing'),
};

export const dealingOf = async (game: GameName): Promise<Dealing> => (await LOADERS[game]()).dealing;
