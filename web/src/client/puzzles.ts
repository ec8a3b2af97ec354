// Requests about puzzles.

import { call, type Position } from './api';
import type { components } from './schema';
import type { GameName, View } from './wire';

type Schemas = components['schemas'];

export type Level = Schemas['PuzzleLevel'];
export type PuzzleGame = Omit<Schemas['PuzzleGame'], 'game'> & { game: GameName };
export type Question = Omit<Schemas['PuzzleQuestion'], 'view' | 'game'> & { game: GameName; view: View };
export type Answer = Schemas['PuzzleAnswer'];
export type Story = Omit<Schemas['PuzzleStory'], 'positions'> & { positions: Position[] };
export type Mistake = Schemas['Mistake'];

export const puzzles = {
  /** What there is, and one's own level in each game. */
  games: async () => (await call<{ games: PuzzleGame[] }>('GET', '/api/puzzles')).games,
  /** One that was not tried yet, near one's level; another one than `skip`. */
  next: (game: GameName, theme: string | null, skip: string | null) => call<Question>('GET', `/api/puzzles/${game}/next?${new URLSearchParams({ ...(theme && { theme }), ...(skip && { skip }) }).toString()}`),
  one: (game: GameName, id: string) => call<Question>('GET', `/api/puzzles/${game}/${encodeURIComponent(id)}`),
  answer: (game: GameName, id: string, move: string) => call<Answer>('POST', `/api/puzzles/${game}/${encodeURIComponent(id)}`, { move }),
  /** A typical world after the best move. */
  story: (game: GameName, id: string) => call<Story>('GET', `/api/puzzles/${game}/${encodeURIComponent(id)}/story`),
  mistakes: async (game: GameName) => (await call<{ mistakes: Mistake[] }>('GET', `/api/me/mistakes?game=${game}`)).mistakes,
};
