// How the words of a poster are set, which depends on the reader's language.

export interface Letters {
  /** The families of titles and of text. */
  display: string;
  text: string;
  rtl: boolean;
  /** Letters that may be spaced out: those that do not join. */
  spaced: boolean;
  /** Width of some words in a font as CSS writes it. */
  width: (content: string, font: string) => number;
}
