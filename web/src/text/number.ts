// Numbers in a language's own digits. Signs are set by hand: plus, U+2212 minus, nothing at zero.

import type { Language } from './languages';

const formats = new Map<string, Intl.NumberFormat>();

/** `decimals` is how many are always written; by default as many as there are. */
function format(language: Language, decimals?: number): Intl.NumberFormat {
  const key = `${language} ${decimals ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const fraction = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const made = new Intl.NumberFormat(language === 'fa' ? 'fa-u-nu-arabext' : language, { useGrouping: false, ...fraction });
  formats.set(key, made);
  return made;
}

const sign = (value: number, plus: boolean): string => (value < 0 ? '−' : plus && value > 0 ? '+' : '');

/** Returns a number as a language writes it, `-3` as `−3` or `−۳`. */
export const digitsIn = (language: Language, value: number): string => sign(value, false) + format(language).format(Math.abs(value));

/** The same with a plus: for a score or a gain. */
export const signedIn = (language: Language, value: number): string => sign(value, true) + format(language).format(Math.abs(value));

/** Returns a share in whole per cent, rounded down: only all of it is 100. Shares have four decimals, so that 0.29 is not 28.99…%. */
export const percentOf = (share: number): number => Math.floor(Math.round(10_000 * share) / 100);

/** A figure with a fixed number of decimals, without a plus or with one. */
export function fixedIn(language: Language, value: number, decimals: number, plus: boolean): string {
  const rounded = Number(value.toFixed(decimals));
  return sign(rounded, plus) + format(language, decimals).format(Math.abs(rounded));
}
