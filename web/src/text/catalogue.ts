// Loads the messages of a language; plugins/catalogues.ts cuts the files from the Python package's catalogues.

import type { Language } from './languages';

export type Messages = Readonly<Record<string, string>>;

type Addresses = Readonly<Record<string, string>>;

const PAGE: Addresses = import.meta.glob<string>('../../../src/lostcities/locales/*.json', { query: '?text', import: 'default', eager: true });
const LESSONS: Addresses = import.meta.glob<string>('../../../src/lostcities/locales/*.json', { query: '?lesson', import: 'default', eager: true });

function address(addresses: Addresses, language: Language): string {
  const found = addresses[`../../../src/lostcities/locales/${language}.json`];
  if (found) return found;
  if (import.meta.env.DEV) console.warn(`no catalogue for ${language} yet: English is shown`);
  return addresses['../../../src/lostcities/locales/en.json'] ?? '';
}

/** The messages of a language, with or without those of the lessons. */
export async function fetchMessages(language: Language, lessons: boolean): Promise<Messages> {
  const files = await Promise.all([PAGE, ...(lessons ? [LESSONS] : [])].map((addresses) => fetchFile(addresses, language)));
  return Object.assign({}, ...files) as Messages;
}

async function fetchFile(addresses: Addresses, language: Language): Promise<Messages> {
  const answer = await fetch(address(addresses, language));
  if (!answer.ok) throw new Error(`the texts for ${language} could not be fetched: expected 200, came ${answer.status}`);
  return (await answer.json()) as Messages;
}
