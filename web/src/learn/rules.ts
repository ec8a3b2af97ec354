// Loads the rules of a game, cut where pictures go; plugins/rules.ts makes the files from the Python package's pages.

import type { GameName } from '../client/wire';
import type { Language } from '../text';

/** A piece of the rules. */
export interface Part {
  html: string;
  /** The picture that follows it. */
  figure?: string;
}

const ADDRESSES = import.meta.glob<string>('../../../src/lostcities/locales/rules/*.md', { query: '?rules', import: 'default', eager: true });

export async function fetchRules(game: GameName, language: Language): Promise<Part[]> {
  const address = (code: string): string | undefined => ADDRESSES[`../../../src/lostcities/locales/rules/${game}.${code}.md`];
  const answer = await fetch(address(language) ?? address('en') ?? '');
  return (await answer.json()) as Part[];
}
