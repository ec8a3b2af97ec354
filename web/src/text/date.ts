// Days as a language writes them, in its own digits and, in Persian, its own calendar.

import type { Language } from './languages';

const formats = new Map<Language, Intl.DateTimeFormat>();

/** Returns the day of a moment, given in milliseconds since 1970. */
export function dayIn(language: Language, at: number): string {
  const known = formats.get(language) ?? new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'short', year: 'numeric' });
  formats.set(language, known);
  return known.format(at);
}

/** Returns the letter of a day of the week. */
export const weekdayIn = (language: Language, at: number): string => new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' }).format(at);

/** Returns the day and the month in full, without the year: for headlines. */
export const fullDayIn = (language: Language, at: number): string => new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'long' }).format(at);
