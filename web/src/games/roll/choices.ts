// What can be chosen for a table of the roll & write game: nothing but who plays.

import type { GameChoices } from '../choice';

export const roll: GameChoices = { players: [2, 3, 4, 5], assist: false, options: [] };
