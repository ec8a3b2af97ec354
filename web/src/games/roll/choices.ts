// The options for a new table of the roll & write game: only who plays.

import { MAX_PLAYERS, MIN_PLAYERS } from '../../box/roll';
import { type GameChoices, range } from '../choice';

export const roll: GameChoices = { players: range(MIN_PLAYERS, MAX_PLAYERS), assist: false, options: [] };
