// Landmarks of the rainforest (green), 0 and 1 for the board game.

import { blocks, steps } from '../buildings';
import { palm } from '../plants';
import { block, disc, each, group, line, oval, risingDisc, shape } from '../svg';
import type { Landmarks } from './landmark';

export const rainforest: Landmarks = {
  0: (p) =>
    line('M42 92L45 56M72 92L69 56M57 92V56', p.front, 3) +
    block(40, 40, 34, 17, p.near) +
    shape('M57 13L82 42 74 40 70 43 64 40 57 43 50 40 44 43 40 40 32 42Z', p.front) +
    shape('M57 13L82 42 74 40 70 43 64 40 57 43Z', p.near) +
    block(52, 45, 10, 12, p.accent) +
    line('M36 57H78', p.front, 2.4) +
    line('M48 57L44 90M54 57L50 90M47 66h6M46 74h6M45 82h6', p.front, 1.4),
  1: (p) =>
    shape('M57 34C50 16 38 12 35 19c-3 8 6 22 22 22ZM57 34C64 16 73 13 76 20c3 8-4 21-19 21Z', p.accent) +
    shape('M57 40C46 40 40 48 42 54c3 7 14 2 15-10ZM57 40C68 40 74 48 72 54c-3 7-14 2-15-10Z', p.light) +
    disc(43, 24, 3, p.front) +
    disc(70, 24.5, 3, p.front) +
    oval(57, 40, 2.2, 11, p.front) +
    line('M56.5 30C55 22 52 18 50 17M57.5 30C59 22 62 18 64 17', p.front, 1.2) +
    shape('M46 92C44 74 50 64 62 60 64 74 60 86 52 92Z', p.near) +
    shape('M70 92C64 82 66 74 78 68 82 78 80 86 76 92Z', p.front),
  2: (p) =>
    each([-62, -38, -14, 12, 36, 60], (angle, index) =>
      group(
        shape('M0 0C-8-24-6-46 0-64 6-46 8-24 0 0Z', index % 2 ? p.near : p.front) + line('M0-4V-56', p.mid, 0.9),
        `translate(57 88) rotate(${angle}) scale(${(1.1 - Math.abs(angle) / 150).toFixed(2)})`,
      ),
    ),
  3: (p) =>
    line('M55 90C53 66 57 52 58 30M56.5 58L68 42M55.5 64L44 46', p.front, 3.4) +
    shape('M36 34C32 25 40 16 48 19 51 11 65 10 69 19 75 19 78 28 74 34 68 38 43 38 36 34Z', p.near) +
    shape('M58 11.5C63 11 68 13 69 19 75 19 78 28 74 34 70 37 62 37 56 36.5 66 30 64 18 58 11.5Z', p.front) +
    shape('M60 47c0-6 6-8 9-6 4-4 11-2 11 4 0 5-20 6-20 2ZM34 52c0-5 5-6 8-5 4-3 10 0 9 4-1 4-17 5-17 1Z', p.front),
  4: (p) =>
    shape('M40 46C38 26 48 15 58 17 70 17 76 25 76 35 71 31 67 31 64 34 64 48 60 62 50 74L42 92 39 76Z', p.front) +
    shape('M58 17c12 0 18 8 18 18-5-4-9-4-12-1-3-4-6-9-6-17Z', p.accent) +
    shape('M72 27.5c3 2 4 5 4 7.5-4-3-7-3.5-9.5-2.5Z', p.front) +
    shape('M47 40c-2-9 3-15 10-14 3 8 0 17-6 19Z', p.light) +
    disc(55, 25, 2.6, p.near) +
    disc(55, 25, 1.2, p.light) +
    line('M30 70C46 76 66 74 88 66', p.near, 3.6),
  5: (p) =>
    shape('M30 92V36C36 22 44 28 48 21V92ZM66 92V19C71 23 74 28 77 38 83 46 88 62 90 92Z', p.near) +
    shape('M48 24C52 17 62 17 66 22L69 92H45Z', p.light) +
    line('M52 27V88M57 22V88M62 27V88', p.mid, 1.4) +
    shape('M38 92c4-8 10-4 12-8 4 4 12 0 14 4 4-2 10 0 12 4Z', p.light) +
    line('M48 24C52 17 62 17 66 22', p.front, 1.4),
  6: (p) => palm(46, 90, 50, p.near, -3) + palm(56, 90, 72, p.front, 0) + palm(69, 90, 42, p.near, 2),
  7: (p) =>
    shape('M38 92L36 42C36 24 44 14 57 14S78 24 78 42L76 92Z', p.near) +
    shape('M57 14c13 0 21 10 21 28l-2 50H64L60 64Z', p.front) +
    shape('M37 33c6-3 34-3 40 0l.8 7H36.2Z', p.mid) +
    block(52.5, 31, 9, 9, p.accent, 1.5) +
    shape('M36 42l-4 6 1 12 4 2ZM78 42l4 6-1 12-4 2Z', p.front) +
    shape('M43 49h10v4H43ZM61 49h10v4H61Z', '#04180F') +
    shape('M54.5 48h5l3 18c0 3-11 3-11 0Z', p.mid) +
    shape('M46 75c6-3 16-3 22 0l-3 4H49Z', p.mid),
  8: (p) =>
    shape('M44 92V24l6-11h14l6 11v68Z', p.near) +
    shape('M57 13h7l6 11v68H57Z', p.front) +
    each([50.5, 63.5], (x) => disc(x, 28, 4.2, p.light) + disc(x, 28, 1.8, p.front)) +
    shape('M47 39h20l-3 6H50Z', p.accent) +
    line('M47 54h20M47 58.5h20M49 67l8 8 8-8', p.mid, 2) +
    shape('M44 40L30 34c0 10 6 16 14 18ZM70 40l14-6c0 10-6 16-14 18Z', p.near) +
    disc(57, 18.5, 2, p.accent),
  9: (p) =>
    steps(57, 92, 68, 60, 6, p.mid, p.near) +
    block(49, 19, 16, 13, p.near) +
    block(57, 19, 8, 13, p.front) +
    block(46, 15, 22, 4.5, p.front) +
    shape('M50 15l2-4 2 2.5 3-4.5 3 4.5 2-2.5 2 4Z', p.accent) +
    block(54.5, 24, 5, 8, p.front),
  10: (p) =>
    risingDisc(57, 35, 19.5, p.accent) +
    steps(30, 94, 42, 42, 5, p.mid, p.near) +
    steps(88, 94, 38, 36, 5, p.mid, p.near) +
    steps(58, 94, 60, 62, 7, p.light, p.mid) +
    block(50, 21, 16, 11, p.light) +
    block(58, 21, 8, 11, p.mid) +
    shape('M48 21h20l-3-6H51Z', p.front) +
    blocks([[51.5, 24], [62, 24]], 2, 5, p.front) +
    block(55.5, 24, 5, 8, p.front),
};
