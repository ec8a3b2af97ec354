// Landmarks of the ruins (purple), the card game's sixth expedition.

import { blocks } from '../buildings';
import { block, disc, each, line, oval, risingDisc, shape } from '../svg';
import type { Landmarks } from './landmark';

export const ruins: Landmarks = {
  2: (p) =>
    shape('M47 98V26l4-6 3 5 5-8 4 7 4-3V98Z', p.light) +
    shape('M58 19l1-2 4 7 4-3V98H58Z', p.mid) +
    line('M51 30V82M55 30V82M62 30V82', p.near, 1) +
    block(42, 83, 30, 15, p.light) +
    shape('M70 98l4-15 8 2 4 13Z', p.mid),
  3: (p) =>
    shape('M50 16h14v5h-3c0 8 13 16 13 36 0 20-8 28-11 36H51c-3-8-11-16-11-36 0-20 13-28 13-36h-3Z', p.accent) +
    shape('M57 21h4c0 8 13 16 13 36 0 20-8 28-11 36h-6Z', p.near, 'opacity=".35"') +
    line('M51 20c-9 0-12 8-7 17M63 20c9 0 12 8 7 17', p.accent, 2.6) +
    line('M43 46l4-4 4 4 4-4 4 4 4-4 4 4 4-4M40.5 58h33', p.near, 1.6),
  4: (p) =>
    shape('M36 18L76 15 75 26 37 28Z', p.light) +
    shape('M37 23L75.5 20.5 75 26 37 28Z', p.mid) +
    shape('M40 29l10-.5 2 70H37Z', p.light) +
    shape('M46 29h4l2 69h-6Z', p.mid) +
    shape('M63 28l10-.5 5 71H64Z', p.light) +
    shape('M69 28h4l5 70h-7Z', p.mid),
  5: (p) =>
    shape('M48 56V30c0-10 4-15 10-15s10 5 10 15v26Z', p.light) +
    shape('M52.5 56V31c0-7 2-11 5.5-11s5.5 4 5.5 11v25Z', p.accent) +
    each([0, 1, 2, 3, 4, 5], (index) => block(48 - index * 4, 56 + index * 7, 20 + index * 8, 7.4, index % 2 ? p.mid : p.light)) +
    disc(58, 30, 2, p.near),
  6: (p) =>
    shape('M35 17h41v7H35Z', p.light) +
    shape('M36 24h40v74h-8V42a6 6 0 0 0-9.5 0V98h-8V42a6 6 0 0 0-9.5 0V98h-5Z', p.mid) +
    shape('M35 24h41v3H35Z', p.near) +
    blocks([[36, 13], [45.5, 13], [55, 13], [64.5, 13]], 6, 4, p.light) +
    line('M41 30v4M51 30v4M61 30v4M71 30v4', p.near, 1.6),
  7: (p) =>
    shape('M52 15l16 4L61 98H38Z', p.light) +
    shape('M61 17l7 2L61 98H51Z', p.mid) +
    line('M50.5 27l16 4M48.8 39l16.6 4M47 51l17.2 4M45 63l18 4M43 75l19 3', p.near, 1.8) +
    each([[55, 22], [60, 23.3], [53, 34], [59, 35.5], [51, 46], [57, 47.5], [49, 58], [55, 59.5]] as const, ([x, y]) => oval(x, y, 1.2, 2.6, p.near)) +
    shape('M52 15l.6-3 16 4-.6 3Z', p.accent),
  8: (p) =>
    shape('M43 15l6 4h15l6-4-1 14c4 12 1 26-12 30-13-4-16-18-12-30Z', p.light) +
    shape('M57 19h7l6-4-1 14c4 12 1 26-12 30Z', p.mid) +
    each([50.5, 63.5], (x) => disc(x, 27, 5, p.accent) + disc(x, 27, 2.2, p.near)) +
    shape('M54.5 32h5L57 37Z', p.near) +
    line('M50 44q3.5 3 7 0 3.5 3 7 0M51.5 50q3 2.5 5.5 0 3 2.5 5.5 0', p.near, 1.4) +
    shape('M40 60h34l-4 6H44Z', p.light) +
    block(47, 66, 20, 32, p.mid),
  9: (p) =>
    shape('M40 33a17 18 0 0 1 34 0Z', p.accent) +
    shape('M57 15a17 18 0 0 1 17 18H62c0-8-2-14-5-18Z', p.near, 'opacity=".3"') +
    disc(57, 13.5, 2.2, p.light) +
    block(36, 33, 42, 5.5, p.light) +
    blocks([[38, 39], [46, 39], [54.5, 39], [63, 39], [71, 39]], 5, 46, p.light) +
    blocks([[41, 39], [49, 39], [57.5, 39], [66, 39], [74, 39]], 2, 46, p.mid) +
    block(34, 84, 46, 14, p.mid),
  10: (p) =>
    risingDisc(57, 36, 20, p.accent) +
    shape('M20 94L34 66h48l18 28Z', p.near) +
    shape('M38 32L57 18 76 32V36H38Z', p.light) +
    shape('M46 31L57 23 68 31Z', p.mid) +
    blocks([[40, 37], [47.5, 37], [55, 37], [62.5, 37], [70, 37]], 4, 26, p.light) +
    block(36, 62, 42, 5, p.light) +
    shape('M22 99V66h3l2-6 2 6h3v33ZM82 99V62h3l2-6 2 6h3v37Z', p.light) +
    block(32, 72, 50, 27, p.mid) +
    blocks([[36, 77], [44, 77], [52, 77], [60, 77], [68, 77], [76, 77]], 2.4, 6, p.near),
};
