// The languages of the page, each with its own name and direction.

export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  pl: { name: 'Polski', direction: 'ltr' },
  ru: { name: 'Русский', direction: 'ltr' },
  fa: { name: 'فارسی', direction: 'rtl' },
} as const;

export type Language = keyof typeof LANGUAGES;

const isLanguage = (code: string): code is Language => code in LANGUAGES;

/** The first of some wishes (`de-AT`, `fr`) that is spoken here. */
export function firstSpoken(wishes: readonly (string | null)[]): Language {
  const codes = wishes.map((wish) => wish?.split('-')[0] ?? '');
  return codes.find(isLanguage) ?? 'en';
}
