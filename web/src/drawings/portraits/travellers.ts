// The faces that players can choose from.

import { block, disc, oval, shape } from '../svg';
import { brows, cheeks, collar, eyes, glasses, grin, ground, head, neck, nose, shoulders, smile } from './bust';

/** The scout: a light pith helmet with a red band. */
const scout = (): string =>
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

/** Kofi: short curls, a yellow scarf and a wide grin. */
const kofi = (): string =>
  ground('#7FA98A', '#C4DDC2') +
  shoulders('#2F5D50') +
  neck('#5E3A24') +
  shape('M17 44c8 7 18 7 26 0l3 5.5c-10 8-22 8-32 0Z', '#E9B93B') +
  shape('M36 50l6 10h-8l-2-8Z', '#C9972A') +
  head('#7A4E32', '#66402A') +
  shape('M18.4 25C16.5 12 22 8 30 8s13.5 4 11.6 17c-1.4-4.5-3-6.8-5-8-4.4-1.6-8.8-1.6-13.2 0-2 1.2-3.6 3.5-5 8Z', '#1D1410') +
  eyes('#150D08', 27) +
  brows('#1D1410', 23.2) +
  nose('#5E3A24') +
  grin(32.5);

/** Noor: a plum headscarf with a brass pin. */
const noor = (): string =>
  ground('#C9A7B8', '#EBD6DF') +
  shoulders('#4A2A4E') +
  shape('M12 58C9 34 13 9 30 9s21 25 18 49Z', '#7A3B6B') +
  oval(30, 28.5, 10.4, 12.4, '#D9A679') +
  shape('M19.2 26C20 15.5 25 12.5 30 12.5S40 15.5 40.8 26C38 20.5 34.5 18 30 18s-8 2.5-10.8 8Z', '#5D2A52') +
  shape('M16 47c6-3 9-4.5 14-4.5S38 44 44 47c-4 6-9 9-14 9s-10-3-14-9Z', '#8E4A7D') +
  cheeks('#D0684F') +
  eyes('#2B1A12', 28) +
  brows('#3A2416', 24.2) +
  nose('#BF8A5E') +
  smile('#8A3E38', 4.4, 34.8) +
  disc(41.5, 43, 2, '#E9C46A');

/** Otto: a knitted cap and a red beard. */
const otto = (): string =>
  ground('#8B93A8', '#C6CBD8') +
  shoulders('#39506B') +
  shape('M20 42l10 5 10-5 4 4c-8 7-20 7-28 0Z', '#E8E0CC') +
  neck('#D7A083') +
  head('#F0C3A2', '#E0AB88') +
  cheeks('#E27A62') +
  shape('M18.8 29c0 14 4.5 20 11.2 20s11.2-6 11.2-20c-1.6 3-4 4.2-6.2 4.4q-5-1.8-10 0c-2.2-.2-4.6-1.4-6.2-4.4Z', '#B4552B') +
  shape('M30 32.6c-2.6-1.8-6-1.2-7.6 1.2 2.8 1.2 5.6 1 7.6 0 2 1 4.8 1.2 7.6 0-1.6-2.4-5-3-7.6-1.2Z', '#8F3F1C') +
  smile('#7A2E22', 3, 37) +
  eyes('#2A3A55', 26.5) +
  brows('#8F3F1C', 23) +
  nose('#D09576') +
  shape('M17.5 22C16.5 10 23 6 30 6s13.5 4 12.5 16Z', '#2F6E73') +
  block(16.6, 18.6, 26.8, 5.4, '#24565A', 2.4) +
  disc(30, 5.6, 3, '#E8E0CC');

export const TRAVELLERS = { scout, ada, ines, tariq, mei, kofi, noor, otto };
