// What the guide says during a first card game.

import { always, fromTurn, inPhase, type Tip } from '../tip';
import { boxOf } from './view';

export const tips: readonly Tip[] = [
  { name: 'aim', when: always, values: ({ options }) => ({ colors: boxOf(options).colors, cost: boxOf(options).cost }) },
  { name: 'play', when: inPhase('play'), now: true },
  { name: 'draw', when: inPhase('draw'), now: true },
  { name: 'cost', when: fromTurn(2), values: ({ options }) => ({ cost: boxOf(options).cost }) },
  { name: 'wager', when: fromTurn(4) },
  { name: 'discard', when: fromTurn(6) },
  { name: 'end', when: fromTurn(10) },
];
