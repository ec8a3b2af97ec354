// Formats one message of a catalogue. As in ICU, a bare number is written in the language's digits.

import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from './languages';
import { digitsIn } from './number';

export type Arguments = Readonly<Record<string, string | number>>;

/** Boxes numbers: plural rules see a number, and a bare `{name}` returns it unchanged. */
const boxed = (values: Arguments): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? Object(value) : value]));

export type Sentence = (values?: Arguments) => string;

export function sentence(pattern: string, language: Language): Sentence {
  const message = new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true });
  return (values = {}) =>
    message
      .formatToParts<unknown>(boxed(values))
      .map(({ value }) => (typeof value === 'string' ? value : digitsIn(language, Number(value))))
      .join('');
}
