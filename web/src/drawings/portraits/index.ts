// Portraits by name: the opponents, the travellers to choose from, and for any other name always the same traveller.

import { bruno, magnus, nell, odile, pip } from './opponents';
import { TRAVELLERS } from './travellers';

export { TRAVELLERS };

/** A plus, for a free seat. */
const nobody = (): string => '<path d="M30 21v18M21 30h18" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>';

const NAMED: Readonly<Record<string, () => string>> = { pip, nell, bruno, odile, magnus, nobody, ...TRAVELLERS };
const OTHERS = Object.values(TRAVELLERS);

function guest(name: string): () => string {
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return OTHERS[sum % OTHERS.length] ?? nobody;
}

/** Returns the picture for a name, 60 x 60. */
export const portrait = (name: string): string => (NAMED[name] ?? guest(name))();
