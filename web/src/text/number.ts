// Numbers in a language's own digits. Signs are set by hand: plus, U+2212 minus, nothing at zero.

import type { Language } from './languages';

const formats = new Map<string, Intl.NumberFormat>();

/** `places`: how many decimals are always shown; by default only those that the number has. */
function format(language: Language, places?: number): Intl.NumberFormat {
  const key = `${language} ${places ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const decimals = places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places };
  const made = new Intl.NumberFormat(language === 'fa' ? 'fa-u-nu-arabext' : language, { useGrouping: false, ...decimals });
  formats.set(key, made);
  return made;
}

/** The value as it is shown, so that a zero never has a sign. */
const rounded = (value: number, places?: number): number => (places === undefined ? value : Number(value.toFixed(places)));
const sign = (value: number, plus: boolean): string => (value < 0 ? '−' : plus && value > 0 ? '+' : '');

/** Returns a number as a language writes it, `-3` as `−3` or `−۳`. */
export const digitsIn = (language: Language, value: number, places?: number): string => sign(rounded(value, places), false) + format(language, places).format(Math.abs(value));

/** The same with a plus: for a score or a gain. */
export const signedIn = (language: Language, value: number, places?: number): string => sign(rounded(value, places), true) + format(language, places).format(Math.abs(value));
