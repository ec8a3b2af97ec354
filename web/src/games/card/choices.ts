// The options for a new table of the card game.

import { OPTIONS, PLAYERS } from '../../box/card';
import { choice, type GameChoices } from '../choice';

export const card: GameChoices = {
  players: [PLAYERS],
  assist: true,
  options: [choice(OPTIONS.colors), choice(OPTIONS.rounds, [1, 3])],
};
