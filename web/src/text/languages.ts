// The languages of the page, each with its own name and direction, the server's word in it for a player without a name, and some letters
// that decide which font files it needs.

export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr', letters: 'ab’', nobody: 'Player' },
  de: { name: 'Deutsch', direction: 'ltr', letters: 'äöüß', nobody: 'Spieler' },
  fr: { name: 'Français', direction: 'ltr', letters: 'àçéœ', nobody: 'Joueur' },
  pl: { name: 'Polski', direction: 'ltr', letters: 'ąćęłńóśźż', nobody: 'Gracz' },
  ru: { name: 'Русский', direction: 'ltr', letters: 'абвё', nobody: 'Игрок' },
  fa: { name: 'فارسی', direction: 'rtl', letters: 'ابپ۱۲', nobody: 'بازیکن' },
} as const;

export type Language = keyof typeof LANGUAGES;

const isLanguage = (code: string): code is Language => code in LANGUAGES;

/** Returns the first of several requested languages (`de-AT`, `fr`) that the page has. */
export function firstSpoken(wishes: readonly (string | null)[]): Language {
  const codes = wishes.map((wish) => wish?.split('-')[0] ?? '');
  return codes.find(isLanguage) ?? 'en';
}

/** Whether a name is only the word for a player, in any language. */
export const isNobody = (name: string): boolean => name === '' || Object.values(LANGUAGES).some(({ nobody }) => nobody === name);
