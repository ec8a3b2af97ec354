// A table as the page sees it, against a real server: pending moves, versions, lost connections and catching up.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableInfo, View } from '../src/client/wire';
import { Table } from '../src/table/table.svelte';
import { type Asked, type Guest, Host } from './host';
import { Shelf } from './shelf';

const INFO = { id: 't', game: 'card', options: {}, seats: [{ kind: 'person' }, { kind: 'bot' }], you: [0], round: 1 } as unknown as TableInfo;
const LEGAL = ['Y2', '-Y2'];

const viewOf = (turn: number, changes: Partial<View> = {}): View => ({
  game: 'card',
  options: {},
  seat: 0,
  to_move: 0,
  phase: 'play',
  round: 1,
  turn,
  starter: 0,
  live: [0, 0],
  scores: [],
  totals: [0, 0],
  legal: LEGAL,
  ...changes,
});
const state = (version: number, changes: Partial<View> = {}, table: Partial<TableInfo> = {}) => ({ type: 'state', version, view: viewOf(version, changes), table: { ...INFO, ...table }, recent: [] });
const event = (version: number, fields: object = {}) => ({ type: 'event', version, seat: 1, move: '+', view: viewOf(version), ...fields });
const error = (id: string | null | undefined, code: string) => ({ type: 'error', id: id ?? null, code, message: `${code}!` });

let host: Host;
let table: Table;

beforeEach(async () => {
  host = await Host.open();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { protocol: 'http:', host: new URL(host.address).host }, localStorage: new Shelf(), matchMedia: () => ({ matches: true }) }));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  table = new Table('t', {});
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  host.close();
});

/** Waits until a condition holds, which the client brings about by itself. */
const seen = (holds: () => void): Promise<void> => vi.waitFor(holds, { interval: 2 });

async function arrived(since: number): Promise<Guest> {
  const guest = await host.guests.next();
  expect(await guest.asked.next()).toEqual({ type: 'join', since });
  return guest;
}

/** Returns a client that sits at a table of version 3 and has the turn. */
async function seated(changes: Partial<View> = {}, info: Partial<TableInfo> = {}): Promise<Guest> {
  const guest = await arrived(0);
  guest.tell(state(3, changes, info));
  await seen(() => expect(table.version).toBe(3));
  return guest;
}

/** Breaks the connection; `back` brings the network back, so that the client does not wait. */
async function broken(guest: Guest): Promise<void> {
  guest.end();
  await seen(() => expect(table.connected).toBe(false));
}

async function back(since: number): Promise<Guest> {
  window.dispatchEvent(new Event('online'));
  return arrived(since);
}

const request = async (guest: Guest): Promise<Asked & Record<string, unknown>> => ({ ...(await guest.asked.next()) });

/** Checks that nothing else was sent: it would have arrived before this. */
async function nothingElse(guest: Guest): Promise<void> {
  table.ask({ type: 'say', phrase: 'hello' });
  expect((await request(guest)).type).toBe('say');
}

/** Waits until everything the guest sent so far has been read. */
async function read(guest: Guest): Promise<void> {
  const phrase = `read ${Math.random()}`;
  guest.tell({ type: 'said', seat: 1, phrase });
  await seen(() => expect(table.said?.phrase).toBe(phrase));
}

test('a move is sent with the version it is for, and nothing more can be chosen', async () => {
  const guest = await seated();
  expect(table.legal).toEqual(LEGAL);
  table.move('Y2');
  expect(table.legal).toEqual([]);
  table.move('-Y2');
  expect(await request(guest)).toMatchObject({ type: 'move', version: 3, move: 'Y2' });
  await nothingElse(guest);
});

test('what is not legal is not sent', async () => {
  const guest = await seated();
  table.move('R9');
  expect(table.sent).toBeNull();
  await nothingElse(guest);
});

test('a move made while away is sent after coming back, and again under the same id until it is answered', async () => {
  await broken(await seated());
  table.move('Y2');
  expect(table.sent).toBe('Y2');
  const second = await back(3);
  second.tell({ type: 'table', table: INFO });
  const { id } = await request(second);
  await broken(second);
  expect(table.sent).toBe('Y2');
  const third = await back(3);
  third.tell({ type: 'table', table: INFO });
  expect(await request(third)).toMatchObject({ type: 'move', version: 3, move: 'Y2', id });
  third.tell({ type: 'ack', id, version: 4 });
  third.tell(event(4, { seat: 0, move: 'Y2' }));
  await seen(() => expect(table.version).toBe(4));
  expect(table.sent).toBeNull();
  await broken(third);
  const fourth = await back(4);
  fourth.tell({ type: 'table', table: INFO });
  await seen(() => expect(table.connected).toBe(true));
  await nothingElse(fourth);
});

test('an acknowledgement, also of an old version, leaves the position to the event', async () => {
  const guest = await seated();
  const before = table.view;
  table.move('Y2');
  const { id } = await request(guest);
  guest.tell({ type: 'ack', id, version: 2 });
  await read(guest);
  expect([table.version, table.view, table.sent]).toEqual([3, before, 'Y2']);
  guest.tell(event(4, { seat: 0, move: 'Y2' }));
  await seen(() => expect(table.version).toBe(4));
  expect(table.sent).toBeNull();
  expect(table.happened[0]).toMatchObject({ version: 4, seat: 0, move: 'Y2' });
});

test('a refused move gives back the choice in the same position', async () => {
  const guest = await seated();
  const before = table.view;
  table.move('Y2');
  guest.tell(error((await request(guest)).id, 'stale'));
  await seen(() => expect(table.problem).toEqual({ code: 'stale', message: 'stale!' }));
  expect([table.version, table.view, table.sent, table.legal]).toEqual([3, before, null, LEGAL]);
  guest.tell(event(4));
  await seen(() => expect(table.problem).toBeNull());
});

test('a refusal of something else does not answer the move', async () => {
  const guest = await seated();
  table.takeBack();
  table.move('Y2');
  expect(await request(guest)).toMatchObject({ type: 'takeback', version: 3 });
  guest.tell(error('somebody/1', 'too_fast'));
  await seen(() => expect(table.problem?.code).toBe('too_fast'));
  expect(table.sent).toBe('Y2');
});

test('what was missed comes in order, and counts from the last version that was seen', async () => {
  const guest = await seated();
  guest.tell(event(4));
  await seen(() => expect(table.version).toBe(4));
  await broken(guest);
  const again = await back(4);
  for (const version of [5, 6, 7]) again.tell(event(version, { seat: version % 2 }));
  await seen(() => expect(table.version).toBe(7));
  expect(table.happened.map(({ version }) => version)).toEqual([7, 6, 5, 4]);
  expect(table.view?.turn).toBe(7);
  await broken(again);
  await back(7);
});

test('a client that was away for long gets the state, which replaces everything', async () => {
  const guest = await seated();
  table.advise();
  guest.tell({ type: 'hint', id: (await request(guest)).id, moves: [{ move: 'Y2', worth: 1 }] });
  table.explain(['Y2']);
  guest.tell({ type: 'explain', id: (await request(guest)).id, gains: { Y2: 3 }, reasons: {} });
  await seen(() => expect(table.explained.gains).toEqual({ Y2: 3 }));
  expect(table.hint).toHaveLength(1);
  table.move('Y2');
  await broken(guest);
  const again = await back(3);
  again.tell(state(60, { legal: ['+'], phase: 'draw' }, { seats: [] }));
  await seen(() => expect(table.version).toBe(60));
  expect([table.hint, table.explained, table.sent, table.legal]).toEqual([null, { gains: {}, reasons: {} }, null, ['+']]);
  expect(table.info?.seats).toEqual([]);
});

test('a take-back shows the position that was before, under a new version', async () => {
  const guest = await seated();
  guest.tell(event(4, { seat: 0, move: 'Y2', view: viewOf(4, { legal: ['+'] }), can_take_back: true }));
  await seen(() => expect(table.info?.can_take_back).toBe(true));
  table.takeBack();
  const { id, ...asked } = await request(guest);
  expect(asked).toEqual({ type: 'takeback', version: 4 });
  guest.tell({ type: 'ack', id, version: 5 });
  guest.tell(event(5, { seat: 0, move: undefined, what: 'takeback', view: viewOf(3) }));
  await seen(() => expect(table.version).toBe(5));
  expect([table.view?.turn, table.legal, table.info?.can_take_back]).toEqual([3, LEGAL, false]);
  expect(table.happened[0]).toMatchObject({ version: 5, what: 'takeback' });
});

test('the position in which a round ended stays while the next one is dealt', async () => {
  const guest = await seated();
  guest.tell(event(4, { view: viewOf(4, { scores: [[12, -3]], to_move: null }) }));
  guest.tell(event(5, { view: viewOf(5, { scores: [[12, -3]], round: 2 }) }));
  await seen(() => expect(table.view?.round).toBe(2));
  expect([table.ended?.turn, table.ended?.scores]).toEqual([4, [[12, -3]]]);
});

test('only the last forty things are kept', async () => {
  const guest = await seated();
  for (let version = 4; version < 54; version += 1) guest.tell(event(version));
  await seen(() => expect(table.version).toBe(53));
  expect(table.happened).toHaveLength(40);
  expect(table.happened.at(-1)?.version).toBe(14);
});

test('a hint is asked for once a position, and again where it was refused', async () => {
  const guest = await seated();
  table.advise();
  table.advise();
  const { id } = await request(guest);
  await nothingElse(guest);
  guest.tell(error(id, 'too_fast'));
  await seen(() => expect(table.problem?.code).toBe('too_fast'));
  table.advise();
  const second = await request(guest);
  expect(second.type).toBe('hint');
  guest.tell(event(4));
  guest.tell({ type: 'hint', id: second.id, moves: [{ move: 'Y2', worth: 1 }] });
  await read(guest);
  expect(table.hint).toBeNull(); // it was about an earlier position
  table.advise();
  expect((await request(guest)).type).toBe('hint');
});

test('an explanation that is refused is nobody’s problem', async () => {
  const guest = await seated();
  table.explain(['Y2']);
  guest.tell(error((await request(guest)).id, 'stale'));
  await read(guest);
  expect(table.problem).toBeNull();
});

test('while others decide nothing can be chosen', async () => {
  await seated({ to_move: 1 });
  expect([table.deciding, table.legal]).toEqual([null, []]);
});

test('of several people at one device the move says whose it is', async () => {
  const guest = await seated({ to_move: 1 }, { you: [0, 1] });
  expect(table.deciding).toBe(1);
  table.move('Y2');
  expect(await request(guest)).toMatchObject({ type: 'move', seat: 1 });
});

test.each([
  [4404, 'gone'],
  [4403, 'lost'],
  [4400, 'refused'],
] as const)('a table that ends with %i is %s', async (code, kind) => {
  const guest = await seated();
  guest.end(code);
  await seen(() => expect(table.ending?.kind).toBe(kind));
});

test('a client that may not even look is told so', async () => {
  const guest = await arrived(0);
  guest.tell(error(null, 'no_seat'));
  guest.end(4403);
  await seen(() => expect(table.ending).toEqual({ kind: 'private', message: 'no_seat!' }));
});

test('a table that was just opened is known at once, and commits with its first words', async () => {
  await arrived(0);
  table.close();
  const shuffle = { commitment: 'ab', committed: [], commitments: null, revealed: [], restarts: 0, without: [], starter: 0 };
  table = new Table('t', {}, { ...INFO, ...shuffle });
  expect(table.info?.game).toBe('card');
  table.takePart(true);
  const guest = await arrived(0);
  expect(await request(guest)).toMatchObject({ type: 'commit', round: 1 });
  guest.tell({ type: 'state', version: 1, view: null, table: { ...INFO, ...shuffle }, recent: [] });
  await seen(() => expect(table.version).toBe(1));
  table.takePart(true);
  await nothingElse(guest);
});
