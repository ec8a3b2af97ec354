// What the guide says in a first card game.

import { always, fromTurn, inPhase, type Tip } from '../tip';
import { colorsOf } from './view';

export const tips: readonly Tip[] = [
  { name: 'aim', when: always, values: (view) => ({ colors: colorsOf(view).length }) },
  { name: 'play', when: inPhase('play') },
  { name: 'draw', when: inPhase('draw') },
  { name: 'cost', when: fromTurn(2) },
  { name: 'wager', when: fromTurn(4) },
  { name: 'discard', when: fromTurn(6) },
  { name: 'end', when: fromTurn(10) },
];
