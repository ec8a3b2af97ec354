// What can be chosen for a new table, game by game: options that people care about, in the order they are asked, with good defaults.

import type { GameName, Options } from '../client/wire';
import { board } from './board/choices';
import { card } from './card/choices';
import { roll } from './roll/choices';

export interface Choice {
  name: string;
  values: readonly (string | number | boolean)[];
  initial: string | number | boolean;
}

export interface GameChoices {
  players: readonly number[];
  /** Whether there is something that a table can agree to show or not. */
  assist: boolean;
  options: readonly Choice[];
}

export const GAMES: Record<GameName, GameChoices> = { card, board, roll };
export const NAMES = Object.keys(GAMES) as GameName[];

export const initialOptions = (game: GameName): Options => Object.fromEntries(GAMES[game].options.map(({ name, initial }) => [name, initial]));
