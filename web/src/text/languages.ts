// The languages of the page, each with its own name and direction, and what the server calls somebody in it who gave no name.

export const LANGUAGES = {
  en: { name: 'English', direction: 'ltr', nobody: 'Player' },
  de: { name: 'Deutsch', direction: 'ltr', nobody: 'Spieler' },
  fr: { name: 'Français', direction: 'ltr', nobody: 'Joueur' },
  pl: { name: 'Polski', direction: 'ltr', nobody: 'Gracz' },
  ru: { name: 'Русский', direction: 'ltr', nobody: 'Игрок' },
  fa: { name: 'فارسی', direction: 'rtl', nobody: 'بازیکن' },
} as const;

export type Language = keyof typeof LANGUAGES;

const isLanguage = (code: string): code is Language => code in LANGUAGES;

/** The first of some wishes (`de-AT`, `fr`) that is spoken here. */
export function firstSpoken(wishes: readonly (string | null)[]): Language {
  const codes = wishes.map((wish) => wish?.split('-')[0] ?? '');
  return codes.find(isLanguage) ?? 'en';
}

/** Whether a name is only the word for a player, in whatever language their table was opened. */
export const isNobody = (name: string): boolean => name === '' || Object.values(LANGUAGES).some(({ nobody }) => nobody === name);
