// Landmarks of the desert (yellow), 0 and 1 for the board game.

import { arches, blocks, onion } from '../buildings';
import { palm } from '../plants';
import { block, disc, each, line, risingDisc, shape } from '../svg';
import type { Landmarks } from './landmark';

export const desert: Landmarks = {
  0: (p) =>
    line('M57 86V14', p.near, 3.6) +
    shape('M44 17H68L74 22.5 68 28H44Z', p.front) +
    shape('M70 33H48L42 38 48 43H70Z', p.near) +
    shape('M48 48H66L71 52.5 66 57H48Z', p.mid) +
    shape('M48 88c3-5 6-6 9-6s7 1 10 6Z', p.front),
  1: (p) =>
    line('M54 62L52 90M69 62L71 90', p.front, 3.6) +
    line('M50 60L47 90M74 58L77 90', p.near, 4) +
    shape('M35 24c0-3 3-6 7-6 5 0 7 4 7 9 0 6-1 12 1 17 1 3 4 2 5-1 2-9 5-20 10-20 6 0 8 9 10 19 4 5 4 12 1 20-7 4-20 4-28 1-6-7-8-20-8-31-1-2-4-2-5-4Z', p.near) +
    shape('M54 46c2-10 5-23 11-23s8 9 10 19c-1 4-17 9-21 4Z', p.accent) +
    line('M57 40q8 4 17-1', p.light, 1.4) +
    disc(42.5, 22, 1.1, p.light) +
    line('M77 50q4 4 3 12', p.near, 1.6),
  2: (p) =>
    line('M57 86V19', p.near, 8) +
    line('M57 58H43V40', p.near, 5.6) +
    line('M57 50H71V30', p.near, 5.6) +
    line('M59.2 84V20', p.mid, 1.2) +
    line('M55.4 84V20M44 53V41M71 46V31', p.front, 0.9, 'opacity=".55"') +
    disc(57, 13.6, 2.6, p.accent),
  3: (p) => palm(50, 86, 60, p.front, 5) + palm(66, 86, 36, p.near, 3),
  4: (p) =>
    shape('M34 86C36 42 42 16 58 16S80 36 84 86H72C72 56 68 34 58 34S48 56 48 86Z', p.near) +
    shape('M58 16C71 16 80 36 84 86H78C78 52 72 27 58 16Z', p.mid) +
    line('M38 66q5-2 10-1M40 52q5-2 9-1M44 38q4-2 8 1', p.front, 0.9, 'opacity=".5"'),
  5: (p) =>
    shape('M38 26C38 17 46 14 57 14S76 18 76 25 68 35 57 35 38 35 38 26Z', p.front) +
    shape('M38 26c0 8 8 9 19 9s19-3 19-10c-10 5-28 6-38 1Z', p.near) +
    shape('M51 35h13c-2 10 1 16 2 26s3 18 8 27H40c5-9 8-18 9-27s4-16 2-26Z', p.near) +
    shape('M58 35h6c-2 10 1 16 2 26s3 18 8 27H60c3-18 0-36-2-53Z', p.mid) +
    line('M50 48h15M48.5 60h17M46 72h22', p.front, 1, 'opacity=".6"'),
  6: (p) =>
    shape('M50 86L53 23 57.5 12 57.5 86Z', p.near) +
    shape('M57.5 12L62 23 65 86H57.5Z', p.front) +
    each([30, 38, 46, 54, 62, 70], (y) => line(`M54.5 ${y}h2M54.3 ${y + 3}h1.4`, p.base, 1)) +
    block(45, 82, 25, 5, p.front),
  7: (p) =>
    shape('M37 26L56.5 13 76 26V31H37Z', p.near) +
    shape('M45 25.5L56.5 17.8 68 25.5Z', p.mid) +
    blocks([[38, 32], [49, 32], [60, 32], [71, 32]], 5, 52, p.near) +
    blocks([[41, 32], [52, 32], [63, 32], [74, 32]], 2, 52, p.front) +
    block(34, 83, 46, 4.5, p.front),
  8: (p) =>
    shape('M57 14L17 88H57Z', p.mid) +
    shape('M57 14L101 88H57Z', p.near) +
    shape('M57 14L50.5 26H57Z', p.light) +
    shape('M57 14L64 26H57Z', p.accent) +
    line('M43 40h14M36 53h21M29 66h28', p.far, 0.9),
  9: (p) =>
    shape('M57 10l6 9v6H51v-6Z', p.accent) +
    shape('M34 88V36L57 23 80 36V88Z', p.near) +
    shape('M57 23L80 36V88H57Z', p.front, 'opacity=".35"') +
    block(38, 42, 38, 4, p.mid) +
    blocks([[40, 48], [47, 48], [64, 48], [71, 48]], 3, 38, p.mid) +
    shape('M51.5 88V64a5.5 5.5 0 0 1 11 0V88Z', p.front),
  10: (p) =>
    risingDisc(57, 36, 20, p.light) +
    shape('M30 88V58h8V48h6V40h6V32h4V26h8V36h6V44h6V54h6V62h8V88Z', p.near) +
    shape('M58 26h4V36h6V44h6V54h6V62h8V88H66V58H58Z', p.front, 'opacity=".3"') +
    onion(58, 26, 4.6, p.accent) +
    onion(47, 40, 3.8, p.accent) +
    onion(71, 44, 3.8, p.accent) +
    onion(34, 58, 3.6, p.front) +
    onion(83, 62, 3.4, p.front) +
    arches([[40, 62], [52, 50], [58, 40], [65, 56], [74, 64], [56, 66], [46, 72], [66, 72], [38, 76]], p.base),
};
