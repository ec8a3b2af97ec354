// The dark ground in front of every panorama, with two explorers who look at the land, and what they found.

import { explorer } from '../people';
import { each, shape } from '../svg';
import { symbolAt, type SymbolName } from '../symbols';
import { PICTURE, under } from './crest';

const INK = '#22160F';
const GOLD = '#C9A24C';
const [PACK, OTHER_PACK] = ['#E0662F', '#F1E3BF'];
/** Size of a find and the distance to the next. */
const [FIND, NEXT] = [22, 30];

const ground = (x: number): number => 1002 - 16 * Math.sin(x / 170 + 0.4) - 10 * Math.sin(x / 71 + 1) - 26 * Math.min(1, Math.max(0, (x - 560) / 260));

/** `way` is 1 in left-to-right languages, otherwise -1. */
export function foreground(finds: readonly SymbolName[], way: 1 | -1): string {
  const { width } = PICTURE;
  const from = (x: number): number => (way === 1 ? x : width - x);
  const person = (x: number, scale: number, pack: string): string => explorer(from(x), ground(x) - 4, scale, INK, pack, way === 1 ? -1 : 1);
  const found = each(finds, (name, index) => symbolAt(name, from(40 + index * NEXT) - FIND / 2, 1023, FIND, GOLD, INK));
  return shape(under((x) => ground(from(x)), 3), INK) + person(664, 3.5, PACK) + person(720, 3, OTHER_PACK) + found;
}
