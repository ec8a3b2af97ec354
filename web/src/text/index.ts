// The parts of the text layer that pages use.

export {
  asSentence,
  day,
  digits,
  explain,
  firstLanguage,
  fixed,
  fullDay,
  language,
  signed,
  signedFixed,
  speak,
  speakFirst,
  speakLessons,
  t,
  weekday,
} from './language.svelte';
export { isNobody, type Language, LANGUAGES } from './languages';
export type { Arguments } from './message';
export { percentOf } from './number';
