// Landmarks of the Himalaya (white), 0 and 1 for the board game. Tips are dark: snow would not show on a white ground.

import { blocks } from '../buildings';
import { pine } from '../plants';
import { block, disc, each, line, oval, risingDisc, shape } from '../svg';
import type { Landmarks } from './landmark';

const STONES = [[57, 83, 16, 6.5], [56, 71.5, 13, 5.8], [58, 61, 10.5, 5.2], [56.5, 51.5, 9, 4.8], [57.5, 42.5, 7.2, 4.4], [57, 34.5, 5.8, 3.8], [57.5, 27, 4.6, 3.4], [57, 20.5, 3.2, 3]] as const;
const FLAGS = [[48, 20.5], [54.5, 26.5], [61.5, 30.8], [69, 33.3]] as const;

export const himalaya: Landmarks = {
  0: (p) =>
    block(66, 18, 5, 16, p.near) +
    line('M68.5 15c-2-3 2-4 0-7', p.mid, 1.6) +
    shape('M57 16L82 42 78 45 57 24 36 45 32 42Z', p.front) +
    shape('M57 24L75 42.5V86H39V42.5Z', p.near) +
    block(51, 62, 12, 24, p.front) +
    blocks([[43, 50], [64, 50]], 7, 7, p.accent) +
    line('M39 60H75', p.front, 1),
  1: (p) =>
    line('M50 34C47 20 52 13 62 13 67 13 70 17 70 22', p.near, 3.4) +
    line('M55 34C53 24 57 18 64 18.5 68 19 71 22 71.5 27', p.front, 3.4) +
    shape('M44 46l-9 5c-2 1-1 4 1 4l11-1 4 34h5l1-24h14l3 24h5V62c1-10-3-16-11-17-4-1-7-4-10-10-3-3-9-3-11 1Z', p.front) +
    shape('M58 40c4 4 6 5 10 5 8 1 12 7 11 17v26h-5l-3-24H59Z', p.near) +
    shape('M57 36l7 1-5 4Z', p.near) +
    disc(47, 43.5, 1.4, p.light) +
    line('M39 56l1 6', p.front, 1.8),
  2: (p) => pine(44, 88, 50, p.near) + pine(72, 88, 48, p.near) + pine(57, 90, 78, p.front),
  3: (p) =>
    line('M43 88V13', p.front, 2.2) +
    line('M43 15Q54 34 78 34.5', p.front, 1) +
    each(FLAGS, ([x, y], index) => shape(`M${x - 2.5} ${y - 1}l6 2-1 8.5-6-1.5Z`, [p.accent, '#E9B93C', p.near, p.accent][index] ?? p.near)) +
    disc(43, 12.5, 2, p.accent) +
    shape('M35 90c2-7 14-7 17 0Z', p.near),
  4: (p) => each(STONES, ([x, y, wide, high], index) => oval(x, y, wide, high, index % 2 ? p.near : p.front)),
  5: (p) =>
    shape('M57 33C53 24 46 19 35 16c1 4 3 6 6 8l-4 0c2 4 5 6 9 7l-2 2c4 2 7 2 10 2l-2 8 5-3 5 3-2-8c3 0 6 0 10-2l-2-2c4-1 7-3 9-7h-4c3-2 3-4 4-7-11 2-16 7-20 16Z', p.front) +
    disc(57, 30.5, 3.4, p.front) +
    shape('M55.2 32h3.6L57 36.5Z', p.accent) +
    shape('M36 92L49 58 55 64 62 52 70 68 74 64 86 92Z', p.near) +
    shape('M62 52L70 68 74 64 86 92H66Z', p.front),
  6: (p) =>
    shape('M57 24L26 90H57Z', p.near) +
    shape('M57 24L92 90H57L61 66 56 52Z', p.front) +
    shape('M47 45l5-2 4 9 5-5 6 2L61 32 57 24Z', p.near) +
    shape('M45.5 48.5L57 41l3 8 4-4 6 4-9-3-4 7-5-6Z', p.light) +
    line('M57 25V10', p.front, 1.8) +
    shape('M57.5 10.5L72 14.5 57.5 19.5Z', p.accent),
  7: (p) =>
    shape('M36 88V76h42v12Z', p.near) +
    shape('M40 76a17 21 0 0 1 34 0Z', p.mid) +
    shape('M57 55a17 21 0 0 1 17 21h4v12H57Z', p.near) +
    block(50, 45, 14, 11, p.near) +
    shape('M50.5 45L57 15l6.5 30Z', p.accent) +
    line('M51.8 40h10.4M52.8 35h8.4M53.9 30h6.2M55 25h4', p.front, 1.2) +
    disc(57, 13.5, 2.2, p.front) +
    line('M52.5 50.5q1.8-1.8 3.5 0M58 50.5q1.8-1.8 3.5 0', p.light, 1.2),
  8: (p) =>
    shape('M32 90L38 40 41 27 45 13 49 26 52 44 55 90Z', p.near) +
    shape('M45 13L49 26 52 44 55 90H46Z', p.front) +
    shape('M60 90L64 46 66 30 70 18 74 31 78 46 84 90Z', p.mid) +
    shape('M70 18L74 31 78 46 84 90H71Z', p.near) +
    line('M49.5 29Q58 39 66.5 31M50.5 35Q58 45 65.5 37', p.accent, 1.6) +
    line('M53 33v6M58 35.5v6M63 34v6', p.accent, 1.2),
  9: (p) =>
    line('M57 20V10', p.front, 1.8) +
    shape('M42 27h30l-3-1.5-6-6H51l-6 6Z', p.accent) +
    block(48, 27, 18, 10, p.near) +
    shape('M36 43h42l-4-2-6-5H46l-6 5Z', p.accent) +
    block(41, 43, 32, 14, p.front) +
    shape('M30 64h54l-5-2.5-6-6H41l-6 6Z', p.accent) +
    block(36, 64, 42, 26, p.near) +
    blocks([[45, 47], [53, 47], [61, 47], [67, 47]], 2.6, 6, p.light) +
    blocks([[40, 70], [48, 70], [56, 70], [64, 70], [71, 70], [40, 80], [48, 80], [64, 80], [71, 80]], 3, 6, p.light),
  10: (p) =>
    risingDisc(57, 34, 20, p.accent) +
    shape('M12 94L38 56 44 62 57 40 72 62 78 54 104 94Z', p.mid) +
    line('M57 15V9', p.front, 1.5) +
    shape('M50 20h14l-4-5h-6Z', p.front) +
    block(53, 20, 8, 8, p.light) +
    shape('M45 34h24l-5-6H50Z', p.front) +
    block(49, 34, 16, 14, p.light) +
    shape('M34 94V62h13v32ZM67 94V60h13v34ZM45 94V50h24v44Z', p.light) +
    shape('M31 62h19l-4-5H35ZM64 60h19l-4-5H68ZM42 50h30l-4-5H46Z', p.front) +
    shape('M57 50h12v44H57ZM73 60h7v34h-7ZM40 62h7v32h-7Z', p.mid, 'opacity=".4"') +
    blocks([[37, 67], [42, 67], [71, 66], [75, 66], [49, 56], [56, 56], [63, 56], [49, 66], [56, 66], [63, 66], [37, 77], [42, 77], [71, 76], [75, 76]], 2, 5, p.near) +
    blocks([[52, 37], [56, 37], [60, 37]], 2, 5, p.near),
};
