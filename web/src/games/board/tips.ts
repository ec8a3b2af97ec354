// What the guide says during a first board game.

import type { View } from '../../client/wire';
import { fromTurn, inPhase, type Tip } from '../tip';
import { type BoardView, figure, PATHS, tileAt } from './view';

/** The expedition is nearly over with this many figures across, or cards left. */
const [MANY, FEW] = [3, 16];

/** The paths whose next step has a tile that a card reaches. */
function tilesAhead(view: BoardView, legal: readonly string[]): string[] {
  return PATHS.filter((color) => {
    const own = figure(view, view.seat ?? 0, color);
    return own && tileAt(view, color, own.step + 1) && legal.some((move) => move.startsWith(color));
  });
}

const artifacts = (view: View): number => (view as BoardView).artifacts[view.seat ?? 0] ?? 0;
const nearlyOver = (view: View): boolean => (view as BoardView).crossed >= MANY || (view as BoardView).deck <= FEW;

export const tips: readonly Tip[] = [
  { name: 'play', when: inPhase('play'), now: true, values: ({ options }) => ({ direction: String(options.direction ?? 'up') }) },
  { name: 'draw', when: inPhase('draw'), now: true, about: () => ['pile:', 'deck'] },
  { name: 'advance', when: inPhase('advance'), now: true, about: ({ seat }) => [`figure:${seat ?? 0}:`] },
  { name: 'aim', when: inPhase('play'), about: ({ seat }) => [`figure:${seat ?? 0}:`] },
  { name: 'scientist', when: inPhase('play', (view, legal) => fromTurn(2)(view, legal) && legal.some((move) => move.endsWith(':s'))) },
  { name: 'tiles', when: inPhase('play', (view, legal) => tilesAhead(view as BoardView, legal).length > 0), values: ({ options }) => ({ once: String(options.points_once ?? false) }), about: () => ['tile:'] },
  { name: 'artifacts', when: inPhase('play', (view) => artifacts(view) > 0), about: ({ seat }) => [`prizes:${seat ?? 0}`] },
  { name: 'end', when: inPhase('play', nearlyOver) },
];
