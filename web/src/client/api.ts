// All requests to the server, except those over a table's socket.

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
export type Form = Schemas['Form'];
export type FormMatch = Schemas['Match'];
/** A decision of a finished round: what its seat could know, and what was there. */
export type Moment = Omit<Schemas['Moment'], 'view'> & { view: View };
export type Reasons = Schemas['Reasons'];
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

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': document.documentElement.lang };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  const content: unknown = answer.status === 204 ? null : await answer.json();
  if (answer.ok) return content as T;
  throw refusal(answer, content);
}

function refusal(answer: Response, content: unknown): Refused {
  const { code = 'failed', message = answer.statusText } = (content ?? {}) as { code?: string; message?: string };
  return new Refused(answer.status, code, message);
}

/** Yields the lines of JSON of an answer as they come. */
async function* lines(path: string, signal: AbortSignal): AsyncGenerator<unknown> {
  const answer = await fetch(path, { headers: { 'Accept-Language': document.documentElement.lang }, signal });
  if (!answer.ok) throw refusal(answer, await answer.json());
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    const found = (rest + piece.value).split('\n');
    rest = found.pop() ?? '';
    for (const line of found) yield JSON.parse(line);
  }
}

export const api = {
  open: (table: NewTable) => call<{ table: TableInfo }>('POST', '/api/tables', table),
  listed: () => call<{ open: Listed[]; playing: Listed[] }>('GET', '/api/tables'),
  sit: (id: string, key: string | null) => call<Schemas['Seated']>('POST', `/api/tables/${id}/seats`, { key }),
  rematch: (id: string) => call<Schemas['Opened']>('POST', `/api/tables/${id}/rematch`),
  replay: (id: string, round: number, key: string | null) => call<Replay>('GET', `/api/tables/${id}/replay?round=${round}${key ? `&key=${encodeURIComponent(key)}` : ''}`),
  /** An analysis, in lines of which journal/report.ts has the types. With `stored`, nothing is worked out for it. */
  journal: (id: string, key: string | null, signal: AbortSignal, stored = false) => lines(`/api/tables/${id}/journal?stored=${stored}${key ? `&key=${encodeURIComponent(key)}` : ''}`, signal),
  moment: (id: string, round: number, move: number, key: string | null) => call<Moment>('GET', `/api/tables/${id}/journal/moment?round=${round}&move=${move}${key ? `&key=${encodeURIComponent(key)}` : ''}`),
  /** Why a move would have been worse than the best one. */
  why: (id: string, round: number, move: number, instead: string, best: string, key: string | null) =>
    call<Reasons>('GET', `/api/tables/${id}/journal/why?${new URLSearchParams({ round: String(round), move: String(move), instead, best, ...(key && { key }) }).toString()}`),
  /** `key` comes from a link; players at the table do not need one. */
  table: (id: string, key: string | null = null) => call<Shown>('GET', `/api/tables/${id}${key === null ? '' : `?key=${encodeURIComponent(key)}`}`),
  site: () => call<Site>('GET', '/api/site'),
  me: () => call<Person>('GET', '/api/me'),
  change: (changes: Changes) => call<Person>('PUT', '/api/me', changes),
  form: (game: GameName) => call<Form>('GET', `/api/me/form?game=${game}`),
  forget: () => call<null>('DELETE', '/api/me'),
};
