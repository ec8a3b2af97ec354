// What pages need of the text layer.

export { asSentence, digits, explain, firstLanguage, language, signed, speak, speakFirst, t } from './language.svelte';
export { isNobody, type Language, LANGUAGES } from './languages';
export type { Arguments } from './message';
