// Numbers in a language's own digits. Signs are set by hand: plus, U+2212 minus, nothing at zero.

import type { Language } from './languages';

const formats = new Map<Language, Intl.NumberFormat>();

function format(language: Language): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.NumberFormat(language === 'fa' ? 'fa-u-nu-arabext' : language, { useGrouping: false });
  formats.set(language, made);
  return made;
}

const sign = (value: number, plus: boolean): string => (value < 0 ? '−' : plus && value > 0 ? '+' : '');

/** Returns a number as a language writes it, `-3` as `−3` or `−۳`. */
export const digitsIn = (language: Language, value: number): string => sign(value, false) + format(language).format(Math.abs(value));

/** The same with a plus: for a score or a gain. */
export const signedIn = (language: Language, value: number): string => sign(value, true) + format(language).format(Math.abs(value));
