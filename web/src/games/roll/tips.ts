// What the guide says during a first game of roll & write.

import type { View } from '../../client/wire';
import { fromTurn, inPhase, ownColumns, type Tip } from '../tip';
import { isCircle, type RollView, sheetOf } from './view';

const own = (view: View) => sheetOf(view as RollView, view.seat ?? 0);
const begun = (view: View): boolean => Object.keys(own(view).boxes).length > 0;

export const tips: readonly Tip[] = [
  { name: 'dice', when: inPhase('dice'), now: true, about: ownColumns },
  { name: 'advance', when: inPhase('advance'), now: true, about: ownColumns },
  { name: 'aim', when: inPhase('dice', fromTurn(1)) },
  { name: 'rising', when: inPhase('dice', begun), about: ownColumns },
  { name: 'circles', when: inPhase('dice', (view, legal) => legal.some((move) => isCircle(own(view), move))) },
  { name: 'symbols', when: inPhase('dice', (view, legal) => legal.length === 1 || own(view).dice > 0), about: ({ seat }) => [`column:${seat ?? 0}:D`] },
  { name: 'end', when: inPhase('dice', fromTurn(8)) },
];
