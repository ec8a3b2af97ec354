// Landmarks of the sea (blue), 0 and 1 for the board game.

import { blocks } from '../buildings';
import { palm } from '../plants';
import { block, disc, each, line, risingDisc, shape } from '../svg';
import type { Landmarks } from './landmark';

export const sea: Landmarks = {
  0: (p) =>
    blocks([[40, 58], [52, 58], [64, 58], [76, 58]], 3.4, 34, p.front) +
    block(34, 54, 50, 5, p.light) +
    block(34, 59, 50, 2.4, p.mid) +
    line('M57 54V22q0-7 7-7', p.light, 2.2) +
    shape('M60 19h8l1.6 3.5V32H58.4V22.5Z', p.accent) +
    line('M58.4 22.5h11.2M64 15v4', p.front, 1.2) +
    line('M41 58v-8M77 58v-8', p.light, 3),
  1: (p) =>
    line('M57 40V22', p.light, 2) +
    shape('M49 30c0-8 4-10 8-11 4 1 8 3 8 11l2 3H47Z', p.accent) +
    disc(57, 34.5, 2.2, p.accent) +
    disc(57, 16.5, 2.6, p.light) +
    line('M46 72L51 38H63L68 72M48.5 55H65.5', p.light, 2) +
    shape('M36 72H78C77 82 70 88 57 88S37 82 36 72Z', p.accent) +
    shape('M57 72H78C77 82 70 88 57 88Z', p.front, 'opacity=".28"'),
  2: (p) =>
    shape('M56 13V72H37C48 56 55 34 56 13Z', p.light) +
    shape('M59 19C67 34 75 52 77 70H59Z', p.accent) +
    line('M57.5 11V78', p.front, 1.6) +
    shape('M34 76H82C80 84 76 88 70 88H46C40 88 36 84 34 76Z', p.front) +
    line('M37 79.5H79', p.light, 1.2),
  3: (p) =>
    shape('M48 88L52 31H62L66 88Z', p.light) +
    shape('M51 45L51.7 35H62.3L63 45ZM49.6 65L50.3 55H63.7L64.4 65ZM48.2 85l.7-10h16.2l.7 10Z', p.accent) +
    shape('M57 31h5l4 57h-9Z', p.front, 'opacity=".22"') +
    block(49, 26, 16, 5, p.front) +
    block(53, 18, 8, 8, p.accent) +
    shape('M51 18L57 11l6 7Z', p.front) +
    shape('M53 20L37 15.5v10L53 24ZM61 20L74 16.5v9L61 24Z', p.accent, 'opacity=".35"'),
  4: (p) =>
    line('M39 20q4-5.5 8 0 4-5.5 8 0M59 27q3.5-4.5 7 0 3.5-4.5 7 0', p.light, 2) +
    shape('M38 90C42 70 50 58 59 56S78 68 84 90Z', p.front) +
    shape('M59 56C66 58 78 68 84 90H66C68 76 65 64 59 56Z', p.near) +
    palm(57, 60, 26, p.front, 4),
  5: (p) =>
    shape('M57 90C59 66 57 50 56 39 45 39 37 30 36 17 46 18 53 23 57 31 61 24 67 19 75 18 74 30 69 39 60 39 59 52 65 72 69 90Z', p.light) +
    shape('M57 31C61 24 67 19 75 18 74 30 69 39 60 39 59 52 65 72 69 90H62C58 70 57 50 57 31Z', p.mid) +
    line('M40 72q3-8 8-9M76 70q-3-6-7-7', p.light, 1.6),
  6: (p) =>
    line('M45 17V78M60 11V78', p.front, 1.8) +
    shape('M44 21V42H34C38 36 42 29 44 21ZM59 15V38H48C53 32 57 24 59 15ZM61.5 15C68 22 73 30 75 38H61.5ZM44 45V70H32C37 63 41 54 44 45ZM59 41V70H47C53 62 57 52 59 41ZM61.5 41C70 50 75 60 78 70H61.5Z', p.light) +
    shape('M45 17l6 2-6 2ZM60 11l6.5 2-6.5 2Z', p.accent) +
    shape('M28 74H86C84 84 80 90 72 90H42C34 90 30 84 28 74Z', p.front) +
    line('M32 78.5H82', p.accent, 1.4),
  7: (p) =>
    line('M70 92C74 80 74 70 66 64S54 54 54 42 58 24 64 21', p.mid, 10) +
    line('M73 92C77 80 76 70 68.5 64S57.5 54 57.5 42 61 27 66 24', p.light, 3.2) +
    shape('M73 27c1-6-3-11-10-11-6 0-10 3-9 8l-14 3c-3 1-3 5 0 6l15 1c9 1 17-1 18-7Z', p.mid) +
    shape('M56 18l-1-5 4 3 2-4 3 4 4-2v5Z', p.accent) +
    disc(58, 23.5, 1.7, p.front) +
    line('M40 30.5l11 .5', p.front, 1.2) +
    shape('M50 38l-5 1 4 4-5 3 6 3ZM51 54l-5 3 6 3-3 5 8 0Z', p.accent) +
    line('M32 92c0-12 4-18 10-18s9 6 10 18', p.mid, 6),
  8: (p) =>
    line('M57 40V90', p.accent, 3.4) +
    line('M44 21V30Q44 41 57 41T70 30V21M57 16V41', p.accent, 3.2) +
    shape('M44 12l4 10h-8ZM57 8l4.5 10h-9ZM70 12l4 10h-8Z', p.accent) +
    line('M51.5 50H62.5', p.light, 2.4),
  9: (p) =>
    shape('M36 33L57 18 78 33V38H36Z', p.light) +
    shape('M45 32L57 23.5 69 32Z', p.mid) +
    blocks([[38, 39], [49, 39], [60, 39], [71, 39]], 5, 50, p.light) +
    blocks([[41, 39], [52, 39], [63, 39], [74, 39]], 2, 50, p.mid) +
    disc(46, 17, 1.5, p.light) +
    disc(68, 14, 2, p.light) +
    disc(72.5, 20, 1.2, p.light) +
    shape('M30 92c4-10 1-16 5-24 1 9 3 14 1 24ZM80 92c4-10 2-14 6-22 1 9 2 13 0 22Z', p.front),
  10: (p) =>
    risingDisc(57, 38, 20, p.mid) +
    shape('M44 42a13 15 0 0 1 26 0Z', p.accent) +
    shape('M57 27a13 15 0 0 1 13 15H60c1-6 0-11-3-15Z', p.front, 'opacity=".22"') +
    block(56, 16, 2, 11, p.accent) +
    risingDisc(57, 15, 2.2, p.accent) +
    block(40, 42, 34, 5, p.light) +
    each([42, 49.5, 57, 64.5], (x) => block(x, 47, 4.5, 41, p.light)) +
    shape('M24 90V58a6 6 0 0 1 12 0v32ZM78 90V58a6 6 0 0 1 12 0v32Z', p.light) +
    blocks([[28, 62], [31, 62], [82, 62], [85, 62], [28, 72], [82, 72]], 1.6, 5, p.near) +
    block(22, 84, 70, 7, p.front),
};
