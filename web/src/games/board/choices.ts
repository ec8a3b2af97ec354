// The options for a new table of the board game.

import { MAX_PLAYERS, MIN_PLAYERS, OPTIONS } from '../../box/board';
import { choice, type GameChoices, range } from '../choice';

export const board: GameChoices = {
  players: range(MIN_PLAYERS, MAX_PLAYERS),
  assist: true,
  options: [choice(OPTIONS.rounds, [1, 3]), choice(OPTIONS.direction), choice(OPTIONS.open_lowest), choice(OPTIONS.points_once)],
};
