// What can be chosen for a table of the card game.

import type { GameChoices } from '../choice';

export const card: GameChoices = {
  players: [2],
  assist: true,
  options: [
    { name: 'colors', values: [5, 6], initial: 5 },
    { name: 'rounds', values: [1, 3], initial: 3 },
  ],
};
