// Portraits by name: the opponents, you, and for any other name one of the guests, always the same.

import { bruno, magnus, nell, odile, pip } from './opponents';
import { GUESTS, you } from './travellers';

const NAMED: Readonly<Record<string, () => string>> = { pip, nell, bruno, odile, magnus, you, ...GUESTS };
const OTHERS = Object.values(GUESTS);

function guest(name: string): () => string {
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return OTHERS[sum % OTHERS.length] ?? you;
}

/** The picture for a name, 60 x 60. */
export const portrait = (name: string): string => (NAMED[name] ?? guest(name))();
