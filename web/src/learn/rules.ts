// Fetches the rules of a game, cut at their headings; the files are made from the Python package's pages by plugins/rules.ts.

import type { GameName } from '../client/wire';
import type { Language } from '../text';

const ADDRESSES = import.meta.glob<string>('../../../src/lostcities/locales/rules/*.md', { query: '?rules', import: 'default', eager: true });

/** HTML, a section each: the title first, then one for every heading. */
export async function fetchRules(game: GameName, language: Language): Promise<string[]> {
  const address = (code: string): string | undefined => ADDRESSES[`../../../src/lostcities/locales/rules/${game}.${code}.md`];
  const answer = await fetch(address(language) ?? address('en') ?? '');
  return (await answer.json()) as string[];
}
