// What the guide says during a first board game.

import { always, fromTurn, inPhase, type Tip } from '../tip';

export const tips: readonly Tip[] = [
  { name: 'aim', when: always },
  { name: 'play', when: inPhase('play'), now: true, values: ({ options }) => ({ direction: String(options.direction ?? 'up') }) },
  { name: 'draw', when: inPhase('draw'), now: true },
  { name: 'scientist', when: fromTurn(2) },
  { name: 'tiles', when: fromTurn(4), values: ({ options }) => ({ once: String(options.points_once ?? false) }) },
  { name: 'advance', when: inPhase('advance'), now: true },
  { name: 'artifacts', when: fromTurn(8) },
  { name: 'end', when: fromTurn(12) },
];
