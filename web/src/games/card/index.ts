// The card game's page view.

import { FULL } from '../../box/card';
import { deckNext } from '../deck';
import type { GameView } from '../props';
import Ending from './Ending.svelte';
import { remark } from './remark';
import { cardSound } from '../sound';
import Result from './Result.svelte';
import Sketch from './Sketch.svelte';
import Table from './Table.svelte';
import { tell, use } from './tell';
import { tips } from './tips';
import { colorsOf } from './view';

const view: GameView = {
  Table,
  Result,
  rails: true,
  next: deckNext,
  use,
  Sketch,
  Ending,
  remark,
  tell,
  sound: cardSound,
  tips,
  keys: (options) => [
    [`1 – ${FULL.hand}`, 'page.key.card'],
    ['↵', 'page.key.lay'],
    ['x', 'page.key.discard'],
    ['d', 'page.key.deck'],
    [colorsOf({ options }).join(' ').toLowerCase(), 'page.key.pile'],
  ],
};
export default view;
