// What the guide says during a first card game.

import { fromTurn, inPhase, ownColumns, type Tip } from '../tip';
import { boxOf, type CardView } from './view';

/** The round is nearly over when this many cards are left. */
const FEW = 16;

export const tips: readonly Tip[] = [
  { name: 'play', when: inPhase('play'), now: true },
  { name: 'draw', when: inPhase('draw'), now: true, about: () => ['pile:', 'deck'] },
  { name: 'aim', when: inPhase('play'), values: ({ options }) => ({ colors: boxOf(options).colors, cost: boxOf(options).cost }), about: ownColumns },
  { name: 'cost', when: inPhase('play', fromTurn(4)), values: ({ options }) => ({ cost: boxOf(options).cost }), about: ownColumns },
  { name: 'wager', when: inPhase('play', (_, legal) => legal.some((move) => /^\w\*/.test(move))) },
  { name: 'discard', when: inPhase('play', fromTurn(6)), about: () => ['pile:'] },
  { name: 'end', when: inPhase('play', (view) => (view as CardView).deck <= FEW), about: () => ['deck'] },
];
