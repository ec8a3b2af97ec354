// Requests to the server outside a table's socket, against a real server on loopback.

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, Refused } from '../src/client/api';

interface Heard {
  method: string;
  path: string;
  language: string;
  body: string;
}

let server: Server;
let heard: Heard | null;
let answer: { status: number; body: string };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}

beforeEach(async () => {
  server = createServer(async (request, response) => {
    heard = { method: request.method ?? '', path: request.url ?? '', language: request.headers['accept-language'] ?? '', body: await bodyOf(request) };
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => real(base + path, options));
  vi.stubGlobal('document', { documentElement: { lang: 'fa' } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  server.close();
});

test('a table is opened in the language of the reader', async () => {
  answer = { status: 201, body: '{"id": "abc"}' };
  expect(await api.open({ game: 'card', seats: ['me', 'bruno'] })).toEqual({ id: 'abc' });
  expect(heard).toEqual({ method: 'POST', path: '/api/tables', language: 'fa', body: '{"game":"card","seats":["me","bruno"]}' });
});

test('a refusal says what, why and in words', async () => {
  answer = { status: 409, body: '{"code": "taken", "message": "That seat is taken."}' };
  const refusal = await api.sit('abc', null).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ status: 409, code: 'taken', message: 'That seat is taken.' });
});

test('an answer without content is nothing', async () => {
  answer = { status: 204, body: '' };
  expect(await api.forget()).toBeNull();
  expect(heard?.method).toBe('DELETE');
});

test('keys that were typed by hand do not change the address', async () => {
  answer = { status: 200, body: '{}' };
  await api.table('abc', 'a&b=c');
  expect(heard?.path).toBe('/api/tables/abc?key=a%26b%3Dc');
});
