// The board game's page view.

import { HAND } from '../../box/board';
import { deckNext } from '../deck';
import type { GameView } from '../props';
import { cardSound } from '../sound';
import Result from './Result.svelte';
import Sketch from './Sketch.svelte';
import Table from './Table.svelte';
import { tell, use } from './tell';
import { tips } from './tips';

const view: GameView = {
  Table,
  Result,
  next: deckNext,
  use,
  Sketch,
  tell,
  sound: cardSound,
  tips,
  keys: () => [
    [`1 – ${HAND}`, 'page.key.card'],
    ['↵', 'page.board.key.lay'],
    ['s', 'page.board.key.scientist'],
    ['x', 'page.key.discard'],
    ['d', 'page.key.deck'],
    ['y b w g r', 'page.board.key.color'],
    ['.', 'page.board.key.stay'],
  ],
};
export default view;
