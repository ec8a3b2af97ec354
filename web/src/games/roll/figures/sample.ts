// Sheets for the rules: one in the middle of a game, and the one in the scoring example.

import type { RollView, Sheet } from '../view';

const view = (sheet: Sheet, bridges: RollView['bridges'], total: number): RollView => ({
  game: 'roll',
  options: { layout: '1' },
  seat: null,
  to_move: null,
  phase: null,
  round: 1,
  turn: 22,
  starter: 0,
  live: [total],
  scores: [[total]],
  totals: [total],
  roller: 0,
  dice: ['', ''],
  sheets: [sheet],
  bridges,
  fresh: [],
});

export const middle = view(
  { circles: ['O'], boxes: { R: [2, 2, 5, 7], O: [1, 3, 3, 6, 8], Y: [4, 4, 5, 6, 6, 7, 9], G: [3, 5, 6], P: [8] }, tops: [], artifacts: 5, dice: 2, bonus: 20 },
  { Y: [0], B: [1] },
  35,
);

export const chris = view(
  { circles: ['R', 'P'], boxes: { R: [1, 2, 2, 4, 5, 7, 7], Y: [2, 3, 3, 5, 6, 8, 9], G: [3, 4, 8, 8], B: [6, 9] }, tops: [], artifacts: 5, dice: 3, bonus: 40 },
  { R: [0], O: [1], Y: [0], G: [1], B: [1], P: [1], A: [1], D: [1] },
  20,
);
