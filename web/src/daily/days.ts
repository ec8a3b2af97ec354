// Days as the server writes them (`2026-11-16`): all are days in UTC, so that they are the same for everybody.

const DAY = 86_400_000;

/** Noon of a day in UTC, in milliseconds since 1970: to count with. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Noon of a day by the reader's clock, as dates are written out: noon in UTC is another day where clocks are far ahead. */
export const dateOf = (day: string): number => Date.parse(`${day}T12:00:00`);

export const shifted = (day: string, days: number): string => new Date(noonOf(day) + days * DAY).toISOString().slice(0, 10);

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(noonOf(text));

/** The days up to a day and with it, the earliest first. */
export const daysTo = (day: string, count: number): string[] => Array.from({ length: count }, (_, index) => shifted(day, index + 1 - count));

/** Whole weeks from Monday to Sunday, the last one with this day. */
export function weeksTo(day: string, weeks: number): string[] {
  const weekday = (new Date(noonOf(day)).getUTCDay() + 6) % 7;
  return daysTo(shifted(day, 6 - weekday), 7 * weeks);
}
