// All requests to the server, except those over a table's socket and those of journals.

import type { components } from './schema';
import type { GameName, TableInfo, View } from './wire';

type Schemas = components['schemas'];

export type NewTable = Schemas['NewTable'];
export type Changes = Schemas['ChangeMe'];
export type Face = NonNullable<Changes['face']>;
type Shown = Omit<Schemas['Shown'], 'view' | 'table'> & { view: View | null; table: TableInfo };
export type Listed = Omit<Schemas['Listed'], 'game'> & { game: GameName };
export type Mine = Omit<Schemas['Mine'], 'game'> & { game: GameName };
export type Person = Omit<Schemas['Me'], 'tables' | 'face'> & { tables: Mine[]; face: Face | null };
export type Position = Omit<Schemas['Position'], 'view'> & { view: View };
export type Replay = Omit<Schemas['Replay'], 'positions' | 'game'> & { game: GameName; positions: Position[] };
export type Opened = Omit<Schemas['Opened'], 'table'> & { table: TableInfo };
export type Site = Schemas['Site'];

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': document.documentElement.lang };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  const content: unknown = answer.status === 204 ? null : await answer.json();
  if (answer.ok) return content as T;
  throw refusal(answer, content);
}

export function refusal(answer: Response, content: unknown): Refused {
  const { code = 'failed', message = answer.statusText } = (content ?? {}) as { code?: string; message?: string };
  return new Refused(answer.status, code, message);
}

export const api = {
  open: (table: NewTable) => call<Opened>('POST', '/api/tables', table),
  listed: () => call<{ open: Listed[]; playing: Listed[] }>('GET', '/api/tables'),
  sit: (id: string, key: string | null) => call<Schemas['Seated']>('POST', `/api/tables/${id}/seats`, { key }),
  rematch: (id: string) => call<Opened>('POST', `/api/tables/${id}/rematch`),
  replay: (id: string, round: number, key: string | null) => call<Replay>('GET', `/api/tables/${id}/replay?round=${round}${key ? `&key=${encodeURIComponent(key)}` : ''}`),
  /** `key` comes from a link; players at the table do not need one. */
  table: (id: string, key: string | null = null) => call<Shown>('GET', `/api/tables/${id}${key === null ? '' : `?key=${encodeURIComponent(key)}`}`),
  site: () => call<Site>('GET', '/api/site'),
  me: () => call<Person>('GET', '/api/me'),
  change: (changes: Changes) => call<Person>('PUT', '/api/me', changes),
  forget: () => call<null>('DELETE', '/api/me'),
};
