// The roll & write game's page view.

import { COLORS } from '../../box/roll';
import type { GameView } from '../props';
import Ending from './Ending.svelte';
import { remark } from './remark';
import Result from './Result.svelte';
import Sketch from './Sketch.svelte';
import Table from './Table.svelte';
import { tell, use } from './tell';
import { tips } from './tips';
import { isFreshRoll, type RollView } from './view';

const view: GameView = {
  Table,
  Result,
  next: ({ turn }, { rolls = [] }) => [...(rolls[turn + 1] ?? []).join('')].map((kind) => ({ kind, roll: true })),
  use,
  Sketch,
  Ending,
  remark,
  tell,
  // The last choice of a turn also rolls the dice for the next one.
  sound: (_, view) => (isFreshRoll(view as RollView) ? 'dice' : 'write'),
  tips,
  keys: () => [
    [COLORS.join(' ').toLowerCase(), 'page.roll.key.color'],
    ['0 – 9', 'page.roll.key.number'],
    ['↵', 'page.roll.key.take'],
    ['. n', 'page.roll.key.none'],
  ],
};
export default view;
