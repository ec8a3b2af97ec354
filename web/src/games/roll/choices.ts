// What can be chosen for a table of the roll & write game: nothing but who plays.

import { MAX_PLAYERS, MIN_PLAYERS } from '../../box/roll';
import { type GameChoices, range } from '../choice';

export const roll: GameChoices = { players: range(MIN_PLAYERS, MAX_PLAYERS), assist: false, options: [] };
