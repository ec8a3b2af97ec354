// Landmarks of the volcano (red), 0 and 1 for the board game.

import { blocks } from '../buildings';
import { disc, each, line, risingDisc, shape } from '../svg';
import type { Landmarks } from './landmark';

const BASALT = [[34, 54], [42, 38], [50, 24], [58, 14], [66, 28], [74, 42], [82, 58]] as const;

export const volcano: Landmarks = {
  0: (p) =>
    line('M44 92V18H62', p.front, 4) +
    line('M44 32L56 18', p.front, 2) +
    line('M62 18v5', p.front, 1.8) +
    shape('M57 23h10l2.5 4v14L67 45H57l-2.5-4V27Z', p.front) +
    shape('M57.5 28h9v12h-9Z', p.accent) +
    shape('M62 30c.5 3 3 4 3 7a3 3 0 0 1-6 0c0-2.5 2-4 3-7Z', p.light) +
    shape('M34 94c3-8 6-9 10-9s8 2 12 9Z', p.front),
  1: (p) =>
    line('M52 42c-6-6-3-10 0-13s3-8-1-13M62 42c5-5 4-9 1-12s-3-8 1-14', p.light, 2.6) +
    shape('M28 94C32 68 44 44 57 42 70 44 82 68 88 94Z', p.front) +
    shape('M57 42l5 14-5 6 6 10-4 8 4 14H53l2-13-5-9 5-8-3-8Z', p.accent) +
    shape('M57 50l2 8-2 6 2 10-1 16-2-16 1-9-2-7Z', p.light),
  2: (p) =>
    line('M56 92C54 66 59 50 57 19M57 56C63 46 69 44 72 32M57 47C50 41 46 35 44 22M56 68C48 62 44 60 38 50M65 46L76 46M48.5 38L40 38M57 32L63 24', p.front, 3.2),
  3: (p) =>
    shape('M34 92L42 44 48 62 56 13 64 54 70 34 84 92Z', p.front) +
    shape('M56 13L64 54 60 92H54Z', p.mid) +
    shape('M70 34L84 92H76ZM42 44L48 62 46 92H42Z', p.mid),
  4: (p) =>
    shape('M53 90C55 62 53 46 49 36 43 36 41 28 46 25 44 17 53 12 57 18 62 12 72 16 70 25 76 28 73 37 66 36 61 46 61 68 63 90Z', p.light) +
    shape('M57 90C59 62 59 42 60 31 65 34 63 44 61 68l2 22Z', p.accent) +
    shape('M34 94c6-12 12-8 16-12h16c6 4 12 0 18 12Z', p.front),
  5: (p) =>
    each(BASALT, ([x, y], index) => shape(`M${x} ${y}l4-2.5 4 2.5V94h-8Z`, index % 2 ? p.near : p.front) + shape(`M${x} ${y}l4-2.5 4 2.5-4 2.5Z`, index % 2 ? p.accent : p.mid)),
  6: (p) =>
    shape('M53 34C43 30 43 21 50 20 47 12 58 8 62 14 70 11 76 20 70 25 72 32 64 34 61 34Z', p.mid) +
    shape('M53 34C47 32 45 28 47 25 53 30 60 30 66 27 70 27 67 34 61 34Z', p.far) +
    shape('M14 94L45 36 51 40 57 36 63 40 69 36 102 94Z', p.front) +
    shape('M49 38l2 2 6-4 6 4-2 15-3-6-3 15-4-17Z', p.accent),
  7: (p) =>
    disc(57, 52, 19, p.accent) +
    disc(57, 52, 12, p.light) +
    shape('M36 14.5C43 19 71 19 77 14.5L75.5 22C68 25 46 25 38 22Z', p.front) +
    shape('M39 30H75V35H39Z', p.front) +
    shape('M54 23h6v8h-6Z', p.front) +
    shape('M42 23h6.5L46.5 92H38.5ZM65.5 23H72L75.5 92H67.5Z', p.front),
  8: (p) =>
    line('M55.5 37C51 26 47 21 42 19M57 37V15M58.5 37C63 27 67 23 72 21', p.accent, 2.6) +
    each([[42, 18.5], [57, 13], [72, 20.5]] as const, ([x, y]) => disc(x, y, 2.4, p.light)) +
    each([[49.5, 14], [65, 14.5], [36.5, 26]] as const, ([x, y]) => disc(x, y, 1.5, p.accent)) +
    shape('M12 94L45 37H69L102 94Z', p.front) +
    shape('M48 37H66L63 54 69 68 61 62 59 80 53 60 47 68 51 52Z', p.accent) +
    shape('M53 37h9l-3 12-3-6-1 10Z', p.light),
  9: (p) =>
    shape('M36 94V32l5.5-11 5.5 11V62H66V28l5-14 5 14V94Z', p.front) +
    shape('M51 94V72a6 6 0 0 1 12 0v22Z', p.accent) +
    blocks([[40.2, 40], [40.2, 52], [69.8, 36], [69.8, 48], [69.8, 60], [40.2, 68]], 2.6, 6, p.accent) +
    shape('M47 62v-5h4v5h4v-5h4v5h4v-5h3v5Z', p.front) +
    shape('M41.5 21v-7l6 2-6 2.5Z', p.accent),
  10: (p) =>
    risingDisc(57, 37, 20, p.accent) +
    risingDisc(57, 37, 14, p.light) +
    shape('M20 94V62l4-8 4 8v6h6V48l5-12 5 12v10h6V29l7-17 7 17v27h5V46l5-10 5 10v20h6V58l4-8 4 8V94Z', p.front) +
    blocks([[23, 68], [38, 54], [56, 36], [56, 48], [56, 60], [72, 52], [72, 64], [38, 68], [85, 68], [47, 76], [64, 74]], 2.2, 5, p.accent),
};
