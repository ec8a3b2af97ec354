// The page's current language: chosen once, remembered, and set on <html> with its direction.

import { fetchMessages, type Messages } from './catalogue';
import { dayIn, fullDayIn, weekdayIn } from './date';
import { firstSpoken, LANGUAGES, type Language } from './languages';
import { type Arguments, sentence, type Sentence } from './message';
import { digitsIn, fixedIn, signedIn } from './number';

const KEPT = 'language';

class Speech {
  language = $state<Language>('en');
  messages = $state.raw<Messages>({});
  sentences = new Map<string, Sentence>();
}

const speech = new Speech();

function show(language: Language, messages: Messages): void {
  speech.sentences.clear();
  speech.messages = messages;
  speech.language = language;
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].direction;
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage may be forbidden
  }
}

function keep(language: Language): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // storage is forbidden: the choice lasts until the page is closed
  }
}

let wished: Language | null = null;
/** Whether the messages of the lessons are wanted. */
let lessons = false;

/** Switches to another language once its texts have loaded; of several requests the last one wins. */
export async function speak(language: Language): Promise<void> {
  wished = language;
  const messages = await fetchMessages(language, lessons);
  if (wished !== language) return;
  show(language, messages);
  keep(language);
}

/** The language chosen before, or else the browser's. */
export const firstLanguage = (): Language => firstSpoken([kept(), ...navigator.languages]);

/** Await this before mounting the page. */
export async function speakFirst(language: Language): Promise<void> {
  show(language, await fetchMessages(language, lessons));
}

/** Await this before showing a lesson: from now on its messages are there, too. */
export async function speakLessons(): Promise<void> {
  if (lessons) return;
  lessons = true;
  await speak(speech.language);
}

export const language = (): Language => speech.language;

/** Returns the message of a key. An unknown key is a bug, and is shown as it is. */
export function t(key: string, values?: Arguments): string {
  const pattern = speech.messages[key];
  if (pattern === undefined) {
    if (import.meta.env.DEV) console.error(`there is no message ${key} in ${speech.language}`);
    return key;
  }
  const known = speech.sentences.get(key) ?? sentence(pattern, speech.language);
  speech.sentences.set(key, known);
  return known(values);
}

/** Why something is refused: a reason code with its arguments. A colour goes by its name, or by that of its region. */
export const explain = (code: string, values: Arguments = {}): string =>
  t(`reason.${code}`, values.color === undefined ? values : { ...values, color: t(`color.${values.color}`), region: t(`page.region.${values.color}`) });

/** A reason as a sentence: with a capital letter and a full stop. */
export const asSentence = (text: string): string => text.slice(0, 1).toLocaleUpperCase(speech.language) + text.slice(1) + (/[\p{L}\p{N})\u2069]$/u.test(text) ? '.' : '');

export const digits = (value: number): string => digitsIn(speech.language, value);
export const signed = (value: number): string => signedIn(speech.language, value);
/** A figure in tenths, or with other decimals. */
export const fixed = (value: number, decimals = 1): string => fixedIn(speech.language, value, decimals, false);
export const signedFixed = (value: number, decimals = 1): string => fixedIn(speech.language, value, decimals, true);
export const day = (at: number): string => dayIn(speech.language, at);
export const weekday = (at: number): string => weekdayIn(speech.language, at);
export const fullDay = (at: number): string => fullDayIn(speech.language, at);
