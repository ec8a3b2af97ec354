// The requests of journals and of one's form: apart from the others, because the first page does without them.

import { call, refusal } from './api';
import type { components } from './schema';
import type { GameName, View } from './wire';

type Schemas = components['schemas'];

export type Form = Schemas['Form'];
export type FormMatch = Schemas['Match'];
/** A decision of a finished round: what its seat could know, and what was there. */
export type Moment = Omit<Schemas['Moment'], 'view'> & { view: View };
type Reasons = Schemas['Reasons'];

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

export const journals = {
  /** An analysis, in lines of which journal/report.ts has the types. With `stored`, nothing is worked out for it. */
  lines: (id: string, key: string | null, signal: AbortSignal, stored = false) => lines(`/api/tables/${id}/journal?stored=${stored}${key ? `&key=${encodeURIComponent(key)}` : ''}`, signal),
  moment: (id: string, round: number, move: number, key: string | null) => call<Moment>('GET', `/api/tables/${id}/journal/moment?round=${round}&move=${move}${key ? `&key=${encodeURIComponent(key)}` : ''}`),
  /** Why a move would have been worse than the best one. */
  why: (id: string, round: number, move: number, instead: string, best: string, key: string | null) =>
    call<Reasons>('GET', `/api/tables/${id}/journal/why?${new URLSearchParams({ round: String(round), move: String(move), instead, best, ...(key && { key }) }).toString()}`),
  form: (game: GameName) => call<Form>('GET', `/api/me/form?game=${game}`),
};
