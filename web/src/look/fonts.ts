// Loads the fonts before they are needed: letters that change shape while you read move everything after them.

const LATIN = ['400 20px "Yeseva One"', '500 15px Jost', '600 15px Jost', '700 15px Jost'];
const PERSIAN = ['400 20px Lalezar', '500 15px Vazirmatn', '700 15px Vazirmatn'];
/** Characters on every page, in any language: letters on cards, digits, signs. */
const EVERYWHERE = 'Aa1×−';
/** Milliseconds: on the slowest connections the page starts with other fonts. */
const PATIENCE = 3000;

/** Resolves when the fonts for some letters are loaded, or after a while without them. */
export async function fontsFor(letters: string): Promise<void> {
  const families = /[\u0600-\u06ff]/.test(letters) ? [...LATIN, ...PERSIAN] : LATIN;
  const loading = Promise.allSettled(families.map((font) => document.fonts.load(font, letters + EVERYWHERE)));
  await Promise.race([loading, new Promise((given) => setTimeout(given, PATIENCE))]);
}
