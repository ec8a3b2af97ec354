// What can be chosen for a table of the board game.

import type { GameChoices } from '../choice';

const NO_YES = [false, true] as const;

export const board: GameChoices = {
  players: [2, 3, 4],
  assist: true,
  options: [
    { name: 'rounds', values: [1, 3], initial: 3 },
    { name: 'direction', values: ['up', 'either'], initial: 'up' },
    { name: 'open_lowest', values: NO_YES, initial: false },
    { name: 'points_once', values: NO_YES, initial: false },
  ],
};
