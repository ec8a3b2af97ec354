// The card game's page view.

import type { GameView } from '../props';
import Result from './Result.svelte';
import Table from './Table.svelte';
import { tell } from './tell';
import { tips } from './tips';

const view: GameView = {
  Table,
  Result,
  tell,
  tips,
  keys: [
    ['1 – 8', 'page.key.card'],
    ['↵', 'page.key.lay'],
    ['x', 'page.key.discard'],
    ['d', 'page.key.deck'],
    ['y b w g r p', 'page.key.pile'],
  ],
};
export default view;
