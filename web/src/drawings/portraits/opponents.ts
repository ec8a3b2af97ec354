// The five opponents, from the beginner to the master.

import { block, disc, each, line, oval, shape } from '../svg';
import { brows, cheeks, collar, eyes, glasses, grin, ground, head, neck, nose, shoulders, smile } from './bust';

const freckles = each([[22, 30.5], [24.5, 32], [21.8, 33], [38, 30.5], [35.5, 32], [38.2, 33]] as const, ([x, y]) => disc(x, y, 0.6, '#C27A4E'));

/** Pip: a boy with a tuft of red hair and a grin. */
export const pip = (): string =>
  ground('#8CC0B4', '#D9EBDD') +
  shoulders('#C8553D') +
  shape('M23 42l-3 18h-6l3-17ZM37 42l3 18h6l-3-17Z', '#3E6B5C') +
  neck('#D79A72') +
  head('#F0BE96', '#E0A57C') +
  cheeks('#E98A6B') +
  freckles +
  eyes('#3A2416', 26.6) +
  brows('#B5551F') +
  nose('#D79A72') +
  grin() +
  shape('M18 25C16 15 22 9 30 10c2-4 6-5 9-4-2 1-3 2-3 4 5 1 8 7 6 15-1-4-3-6-6-7-2 2-5 2-7 1 1 2-3 3-6 2-3 0-4 1-5 4Z', '#D2691E');

/** Nell: a pilot with plaits and goggles pushed up. */
export const nell = (): string =>
  ground('#EBA75E', '#F9DCA8') +
  shape('M15 24c-4 8-5 16-3 24l5 1c-1-8 0-15 2-21ZM45 24c4 8 5 16 3 24l-5 1c1-8 0-15-2-21Z', '#5A3318') +
  block(11.5, 46, 6, 3, '#C8553D') +
  block(42.5, 46, 6, 3, '#C8553D') +
  shoulders('#6B4A2E') +
  shape('M18 43c8 6 16 6 24 0l2 5c-9 6-19 6-28 0Z', '#F7E7B5') +
  neck('#C98B62') +
  head('#E3AC82', '#CF9468') +
  cheeks('#DB7A5B') +
  eyes('#3A2416') +
  brows('#5A3318') +
  nose('#C98B62') +
  smile('#8A4A38', 4.8) +
  shape('M18 27C15 13 22 8 30 8s15 5 12 19c-2-6-5-9-12-10-7 1-10 4-12 10Z', '#5A3318') +
  block(17, 13.5, 26, 3.5, '#3B2A1C') +
  each([24.5, 35.5], (x) => disc(x, 15.5, 5, '#B98C34') + disc(x, 15.5, 3.4, '#BFE0E8') + line(`M${x - 1.5} 16.8l2.6-2.6`, '#fff', 1));

/** Bruno: a cartographer with a full beard and round glasses. */
export const bruno = (): string =>
  ground('#7FA8A0', '#BFD6CC') +
  shoulders('#7A4A2A') +
  collar('#E9DDBF') +
  neck('#8A5B3C') +
  head('#A8744E', '#8F603E') +
  shape('M18.8 27c0 15 6 17 11.2 17s11.2-2 11.2-17c-2.5 4.5-6.5 5.2-11.2 5.2s-8.7-.7-11.2-5.2Z', '#2A1B12') +
  shape('M25.5 36.5q4.5 3 9 0-1 3.5-4.5 3.5t-4.5-3.5Z', '#7A3B28') +
  eyes('#2A1B12', 27.5) +
  glasses('#F6E3B0') +
  shape('M17.5 26C16 12 24 9 30 9s14 3 12.5 17c-2-6-6-9-12.5-9s-10.5 3-12.5 9Z', '#2A1B12');

/** Odile: a botanist, elegant, with a dark bob and a wide hat. */
export const odile = (): string =>
  ground('#BFA3C7', '#E4D2E6') +
  shape('M16 22c-3 10-2 18 1 21h26c3-3 4-11 1-21Z', '#231A22') +
  shoulders('#2F5D50') +
  shape('M24 43l6 9 6-9 3 1-9 15-9-15Z', '#F2E6CC') +
  neck('#B57D58') +
  oval(30, 27.5, 10.4, 12, '#D3A07A') +
  cheeks('#C86A5A') +
  eyes('#231A22') +
  brows('#231A22', 23) +
  nose('#B57D58') +
  shape('M26.5 34c1.2-1.2 2.4-1.2 3.5-.4 1.1-.8 2.3-.8 3.5.4-1 2-6 2-7 0Z', '#A83238') +
  shape('M18 24c2-5 6-7 12-7s10 2 12 7l2-1c0-8-6-12-14-12s-14 4-14 12Z', '#231A22') +
  shape('M4 20C12 14 48 14 56 20 50 24 40 22 30 22S10 24 4 20Z', '#7A2436') +
  shape('M18 18C17 8 23 5 30 5s13 3 12 13c-7 2-17 2-24 0Z', '#8E2C40') +
  shape('M18 17.5c7 2 17 2 24 0v-3c-7 2-17 2-24 0Z', '#E9C46A') +
  shape('M41 12c4-3 8-2 9 1-3 2-6 3-9 2Z', '#62BC83') +
  disc(19.4, 33, 1.5, '#E9C46A') +
  disc(40.6, 33, 1.5, '#E9C46A');

/** Magnus: the old master with a white beard and a monocle. */
export const magnus = (): string =>
  ground('#5F769B', '#A9B9D3') +
  shoulders('#2B2F45') +
  shape('M21 42l9 8 9-8 4 2-6 16H23l-6-16Z', '#F2EAD8') +
  shape('M25 50l5-2.5 5 2.5-5 3Z', '#8E1F2F') +
  neck('#C99A7C') +
  head('#E9C1A2', '#D6A888') +
  shape('M19 32c-3.5-1-5-6-3.2-10.5.8-2 2.2-3.2 3.7-3.5-.4 4.5-.6 9-.5 14ZM41 32c3.5-1 5-6 3.2-10.5-.8-2-2.2-3.2-3.7-3.5.4 4.5.6 9 .5 14Z', '#F4F1E8') +
  shape('M18.8 29c0 16 4 22 11.2 22s11.2-6 11.2-22c-2 3-5 5-7 5.5q-4.2-2.5-8.4 0c-2-.5-5-2.5-7-5.5Z', '#F4F1E8') +
  shape('M30 33.5c-3-2.5-8-2-10 1.5 4 2 8 2 10 .5 2 1.5 6 1.5 10-.5-2-3.5-7-4-10-1.5Z', '#DCD6C6') +
  line('M26.5 38.5q3.5 2 7 0', '#9A4A3C', 1.3) +
  eyes('#2A3A55', 26.5) +
  line('M22 22.5q3-2.2 6-.6M32 21.9q3-1.6 6 .6', '#F4F1E8', 1.8) +
  nose('#C99A7C') +
  `<circle cx="34.6" cy="26.5" r="4.2" fill="none" stroke="#E9C46A" stroke-width="1.3"/>` +
  line('M38.4 28.5c2 5 2 10 0 16', '#E9C46A', 0.9) +
  disc(46, 53, 2.4, '#E9C46A') +
  shape('M44.6 46h2.8v5h-2.8Z', '#8E1F2F');
