// What the guide says during a first roll & write game.

import { always, fromTurn, inPhase, type Tip } from '../tip';

export const tips: readonly Tip[] = [
  { name: 'aim', when: always },
  { name: 'dice', when: inPhase('dice'), now: true },
  { name: 'rising', when: fromTurn(1) },
  { name: 'advance', when: inPhase('advance'), now: true },
  { name: 'circles', when: fromTurn(2) },
  { name: 'symbols', when: fromTurn(4) },
  { name: 'end', when: fromTurn(8) },
];
