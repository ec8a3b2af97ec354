// The posters of the three games, for the home page.

import { boardPoster } from './board';
import { cardPoster } from './card';
import { rollPoster } from './roll';

export type Game = 'card' | 'board' | 'roll';

interface Poster {
  draw: () => string;
  /** Colour of the title over the sky. */
  ink: string;
}

export const POSTERS: Record<Game, Poster> = {
  card: { draw: cardPoster, ink: '#4E2A10' },
  board: { draw: boardPoster, ink: '#24384C' },
  roll: { draw: rollPoster, ink: '#FFF0DA' },
};
