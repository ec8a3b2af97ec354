// Addresses of puzzles. Without an id, the next one at one's level.

import type { GameName } from '../client/wire';

export const puzzleAddress = (game: GameName, theme: string | null, id: string | null = null): string => `/puzzles/${game}${id === null ? '' : `/${id}`}${theme === null ? '' : `?theme=${theme}`}`;
