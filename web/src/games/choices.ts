// What can be chosen for a new table, game by game.

import type { GameName, Options } from '../client/wire';
import { board } from './board/choices';
import { card } from './card/choices';
import type { GameChoices } from './choice';
import { roll } from './roll/choices';

export const GAMES: Record<GameName, GameChoices> = { card, board, roll };
export const NAMES = Object.keys(GAMES) as GameName[];

export const initialOptions = (game: GameName): Options => Object.fromEntries(GAMES[game].options.map(({ name, initial }) => [name, initial]));
