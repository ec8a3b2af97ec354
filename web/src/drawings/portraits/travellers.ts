// People at the table: you, and faces for the others.

import { block, disc, oval, shape } from '../svg';
import { brows, cheeks, collar, eyes, glasses, ground, head, neck, nose, shoulders, smile } from './bust';

/** You: a light pith helmet with a red band. */
export const you = (): string =>
  ground('#9DB8C7', '#CFDEE4') +
  shoulders('#5A6B3B') +
  collar('#8A9A5B') +
  neck('#D9A57F') +
  head('#EBBE98', '#DBA980') +
  cheeks('#E58A6B') +
  eyes('#3A2416', 28) +
  nose('#D9A57F') +
  smile('#8A4A38', 5) +
  shape('M5 22.5C14 17 46 17 55 22.5 47 26 13 26 5 22.5Z', '#EFE4CB') +
  shape('M18 20.5C17 9 23 6.5 30 6.5S43 9 42 20.5Z', '#F7EFDC') +
  block(17.8, 17, 24.4, 3.2, '#B5382F') +
  disc(30, 6.5, 1.5, '#D8C9A6');

/** Ada: a pilot's brown hat and a red scarf. */
const ada = (): string =>
  ground('#E8B04B', '#F7DDA0') +
  shape('M18 24c-3 8-3 14 0 18h24c3-4 3-10 0-18Z', '#3A2416') +
  shoulders('#24404A') +
  neck('#C98B62') +
  collar('#B5382F') +
  head('#DDA077', '#C98B62') +
  cheeks('#CF6A4E') +
  eyes('#3A2416', 27.5) +
  brows('#3A2416', 24) +
  nose('#C98B62') +
  smile('#7A3B28', 5) +
  shape('M7 20.5C16 16 44 16 53 20.5 46 24 14 24 7 20.5Z', '#8A5A2B') +
  shape('M18 18.5C18 8 24 5.5 30 8c6-2.5 12 0 12 10.5Z', '#A06C38') +
  block(18, 15.5, 24, 3.2, '#5A3212');

/** Inès: long dark hair with a flower. */
const ines = (): string =>
  ground('#D98A5B', '#F0C29C') +
  shape('M12 60V26C12 12 22 8 30 8s18 4 18 18v34Z', '#2B1A12') +
  shape('M8 60C10 47 20 43 30 43S50 47 52 60Z', '#EFE4CB') +
  neck('#A9714C') +
  oval(30, 27, 10.6, 12, '#C98B62') +
  cheeks('#B8583F') +
  eyes('#2B1A12', 28) +
  brows('#2B1A12', 24.4) +
  nose('#A9714C') +
  smile('#7A3B28', 4.2, 34.5) +
  shape('M18.5 26C20 16 27 14.5 31 15c6 0 10 4 10.6 11-6-2-9-5-11-8-3 4-7 7-12.1 8Z', '#2B1A12') +
  disc(44, 17, 2.6, '#F5D547') +
  disc(47.5, 15.5, 2.6, '#F5D547') +
  disc(47.5, 19.5, 2.6, '#F5D547') +
  disc(46.3, 17.3, 1.8, '#E0662F');

/** Tariq: an indigo headscarf and a neat moustache. */
const tariq = (): string =>
  ground('#E3C58B', '#F6E6BE') +
  shoulders('#E9E0CA') +
  shape('M16 45c9 7 19 7 28 0l3 6c-11 7-23 7-34 0Z', '#2F4E8C') +
  neck('#8A5B3C') +
  head('#A8744E', '#8F603E') +
  eyes('#1F140C', 27.5) +
  brows('#1F140C', 23.8) +
  nose('#8A5B3C') +
  shape('M30 32.5c-2.5-1.2-5.5-.6-7 1.5 2.5 1 5 .8 7 0 2 .8 4.5 1 7 0-1.5-2.1-4.5-2.7-7-1.5Z', '#1F140C') +
  smile('#6E3524', 3, 36.5) +
  shape('M17 24C15 11 22 6 30 6s16 5 13 18c-4-4-22-5-26 0Z', '#2F4E8C') +
  shape('M17 24c4-7 20-13 26-10 1 3 1 6 0 10-4-4-22-5-26 0Z', '#3F66AE') +
  shape('M42 20c5 4 6 16 2 26l-5-2c3-7 3-15 1-20Z', '#2F4E8C');

/** Mei: a bun with a pin, and glasses. */
const mei = (): string =>
  ground('#8FB6C9', '#CBE0E8') +
  disc(30, 8.5, 6, '#1E1A1C') +
  disc(38.5, 5.5, 1.5, '#E9C46A') +
  shape('M24 12L38 5.5', 'none', 'stroke="#E9C46A" stroke-width="1.3"') +
  shape('M17 30C14 14 21 10 30 10s16 4 13 20Z', '#1E1A1C') +
  shoulders('#B5483D') +
  shape('M24 43l6 8 6-8 2.5 1L31 56v4h-2v-4l-7.5-12Z', '#F2E6CC') +
  neck('#D7A67F') +
  head('#EFC6A0', '#DDAE86') +
  cheeks('#E58A6B') +
  eyes('#1E1A1C', 27.5) +
  glasses('#7A2436') +
  nose('#D7A67F') +
  smile('#8A4A38', 4, 34.5) +
  shape('M18.5 25C20 16 25 14 30 14s10 2 11.5 11c-4-1-8-4-10-8-3 4-8 7-13 8Z', '#1E1A1C');

export const GUESTS = { ada, ines, tariq, mei };
