// Loads the messages of a language; plugins/catalogues.ts cuts the files from the Python package's catalogues.

import type { Language } from './languages';

export type Messages = Readonly<Record<string, string>>;

const ADDRESSES = import.meta.glob<string>('../../../src/lostcities/locales/*.json', { query: '?text', import: 'default', eager: true });

function address(language: Language): string {
  const found = ADDRESSES[`../../../src/lostcities/locales/${language}.json`];
  if (found) return found;
  if (import.meta.env.DEV) console.warn(`no catalogue for ${language} yet: English is shown`);
  return ADDRESSES['../../../src/lostcities/locales/en.json'] ?? '';
}

export async function fetchMessages(language: Language): Promise<Messages> {
  const answer = await fetch(address(language));
  if (!answer.ok) throw new Error(`the texts for ${language} could not be fetched: expected 200, came ${answer.status}`);
  return (await answer.json()) as Messages;
}
