// Rolls the dice from the numbers of a fair shuffle.

import { DICE, DIGITS } from '../../box/roll';
import { ROLL_COLORS } from '../../drawings/palettes';
import type { Below } from '../../fair/stream';
import type { Dealing } from '../../fair/dealing';
import type { RollView } from './view';

const NUMERALS = Array.from({ length: DIGITS }, (_, digit) => String(digit));

type Roll = [colors: string, numbers: string];

const throwDice = (faces: readonly string[], below: Below): string => Array.from({ length: DICE }, () => faces[below(faces.length)]).join('');
const roll = (below: Below): Roll => [throwDice(ROLL_COLORS, below), throwDice(NUMERALS, below)];

export const dealing: Dealing = {
  kind: 'dice',
  setup: (below, _, recorded) => ({ rolls: (recorded.rolls as Roll[]).map(() => roll(below)) }),
  places: ({ rolls }) => Object.fromEntries((rolls as Roll[]).map((thrown, turn) => [`roll/${turn}`, thrown.join(' ')])),
  seen(view) {
    const { to_move, roller, phase, turn, dice } = view as RollView;
    return to_move !== null && to_move === roller && phase === 'dice' ? { [`roll/${turn}`]: dice.join(' ') } : {};
  },
  count: (seen) => Object.keys(seen).length,
};
