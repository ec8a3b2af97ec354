// A table's socket against a real server; only the clock is fake.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Live } from '../src/client/live';
import { type Guest, Host, Queue } from './host';

const LONGEST = 60_000 * 1.25;
const TABLE = { type: 'table', table: {} };
const event = (version: number) => ({ type: 'event', version, view: null });

let host: Host;
let live: Live;
/** What the client reports to the page: that it has joined, lost the connection, or was refused. */
let told: Queue<string>;
let made: number;

beforeEach(async () => {
  made = 0;
  vi.stubGlobal(
    'WebSocket',
    class extends WebSocket {
      constructor(address: string) {
        super(address);
        made += 1;
      }
    },
  );
  host = await Host.open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const heard = new Queue<string>(); // one per client, so that a client closed late reports to nobody else
  told = heard;
  live = new Live(
    host.address,
    {},
    { message: ({ type }) => heard.add(type), connected: (yes) => heard.add(yes ? 'in' : 'out'), refused: (code, why) => heard.add(`refused ${code} ${why?.code}`) },
  );
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  host.close();
});

/** Returns the next client, once it has sent its `join`. */
async function arrived(since = 0): Promise<Guest> {
  const guest = await host.guests.next();
  expect(await guest.asked.next()).toEqual({ type: 'join', since });
  return guest;
}

async function hears(...expected: string[]): Promise<void> {
  for (const what of expected) expect(await told.next()).toBe(what);
}

/** Waits until the client tries again; returns how long that took. */
function waited(): number {
  const before = made;
  for (let time = 10; time <= LONGEST; time += 10) {
    vi.advanceTimersByTime(10);
    if (made > before) return time;
  }
  throw new Error('the client did not try again');
}

test.each([4404, 4403, 4400])('a client that is refused with %i does not ask again', async (code) => {
  const guest = await arrived();
  guest.tell({ type: 'error', id: null, code: 'no_table', message: '' });
  guest.end(code);
  await hears('error', 'out', `refused ${code} no_table`);
  vi.advanceTimersByTime(10 * LONGEST);
  live.wake();
  expect(made).toBe(1);
});

test('a client that loses its seat is told no other reason', async () => {
  const guest = await arrived();
  guest.tell(TABLE);
  guest.tell({ type: 'error', id: null, code: 'too_fast', message: '' });
  guest.end(4403);
  await hears('in', 'table', 'error', 'out', 'refused 4403 undefined');
});

test.each([4429, 1013, 4500])('a client that is told %i waits longer and longer', async (code) => {
  let last = 0;
  for (const [least, most] of [[187, 320], [375, 630], [750, 1260], [1500, 2510], [3000, 5010], [6000, 10_010], [12_000, 20_010]] as const) {
    const guest = await arrived();
    guest.tell({ type: 'error', id: null, code: 'too_fast', message: '' });
    guest.end(code);
    await hears('error', 'out');
    live.wake();
    last = waited();
    expect(last).toBeGreaterThanOrEqual(least);
    expect(last).toBeLessThanOrEqual(most);
  }
});

test('the wait has a limit', async () => {
  for (let i = 0; i < 7; i += 1) {
    (await arrived()).end();
    await hears('out');
    expect(waited()).toBeLessThanOrEqual(10_010);
  }
});

test.each([{ type: 'state', version: 3, view: null, table: {} }, event(3), TABLE])('a client that joined comes back at once: $type', async (first) => {
  for (let i = 0; i < 5; i += 1) {
    const guest = await arrived('version' in first && i > 0 ? 3 : 0);
    guest.tell(first);
    await hears('in', first.type);
    guest.end();
    await hears('out');
    expect(waited()).toBeLessThanOrEqual(320);
  }
});

test('an error does not mean that the client has joined', async () => {
  live.send({ type: 'takeback', version: 0 });
  const guest = await arrived();
  guest.tell({ type: 'error', id: null, code: 'too_fast', message: '' });
  await hears('error');
  guest.tell(TABLE);
  await hears('in', 'table');
  expect((await guest.asked.next()).type).toBe('takeback');
});

test('an acknowledgement does not say how far the client has got', async () => {
  const guest = await arrived();
  guest.tell(event(7));
  await hears('in', 'event');
  guest.tell({ type: 'ack', id: live.send({ type: 'takeback', version: 7 }), version: 8 });
  await hears('ack');
  guest.end();
  await hears('out');
  waited();
  await arrived(7);
});

test('a version that comes late does not set the client back', async () => {
  const guest = await arrived();
  guest.tell(event(7));
  guest.tell(event(5));
  await hears('in', 'event', 'event');
  guest.end();
  await hears('out');
  waited();
  await arrived(7);
});

test('a client that has joined shows that it is still there, until the connection breaks', async () => {
  const guest = await arrived();
  vi.advanceTimersByTime(LONGEST);
  guest.tell(TABLE);
  await hears('in', 'table');
  vi.advanceTimersByTime(20_000);
  expect(await guest.asked.next()).toEqual({ type: 'ping' });
  guest.end();
  await hears('out');
  expect(waited()).toBeLessThanOrEqual(320);
  const again = await arrived();
  vi.advanceTimersByTime(LONGEST);
  again.tell(TABLE);
  await hears('in', 'table');
  live.send({ type: 'leave' });
  expect((await again.asked.next()).type).toBe('leave');
});

test('a server that says nothing is given up, and what it did not answer is asked again', async () => {
  const guest = await arrived();
  guest.tell(event(4));
  await hears('in', 'event');
  const id = live.send({ type: 'takeback', version: 4 });
  expect((await guest.asked.next()).id).toBe(id);
  vi.advanceTimersByTime(9_990);
  guest.tell(event(5));
  await hears('event');
  live.send({ type: 'leave' });
  vi.advanceTimersByTime(9_990);
  expect(made).toBe(1);
  vi.advanceTimersByTime(10);
  await hears('out');
  guest.tell(event(6));
  expect(waited()).toBeLessThanOrEqual(320);
  const again = await arrived(5);
  expect((await again.asked.next()).id).toBe(id);
  expect((await again.asked.next()).type).toBe('leave');
});

test('a ping that nobody answers shows that the server is gone', async () => {
  const guest = await arrived();
  guest.tell(TABLE);
  await hears('in', 'table');
  vi.advanceTimersByTime(20_000);
  expect(await guest.asked.next()).toEqual({ type: 'ping' });
  guest.tell({ type: 'pong' });
  await hears('pong');
  vi.advanceTimersByTime(19_990);
  expect(made).toBe(1);
  vi.advanceTimersByTime(10_010);
  await hears('out');
  waited();
  await arrived();
});

test('questions that were answered are not sent again', async () => {
  const guest = await arrived();
  guest.tell(event(1));
  await hears('in', 'event');
  const ids = [live.send({ type: 'takeback', version: 1 }), live.send({ type: 'takeback', version: 2 }), live.send({ type: 'hint' }), live.send({ type: 'explain', moves: [] })];
  const open = live.send({ type: 'say', phrase: 'hello' });
  guest.tell({ type: 'ack', id: ids[0], version: 1 });
  guest.tell({ type: 'error', id: ids[1], code: 'stale', message: '' });
  guest.tell({ type: 'hint', id: ids[2], moves: [] });
  guest.tell({ type: 'explain', id: ids[3], gains: {}, reasons: {} });
  await hears('ack', 'error', 'hint', 'explain');
  guest.end(1012);
  await hears('out');
  waited();
  const again = await arrived(1);
  again.tell(TABLE);
  await hears('in', 'table');
  const last = live.send({ type: 'leave' });
  expect((await again.asked.next()).id).toBe(open);
  expect((await again.asked.next()).id).toBe(last);
});

test('a client that is woken tries at once, but not against a server that has too much to do', async () => {
  (await arrived()).end();
  await hears('out');
  live.wake();
  expect(made).toBe(2);
  (await arrived()).end(4429);
  await hears('out');
  live.wake();
  expect(made).toBe(2);
});

test('a client that was closed stays away', async () => {
  const guest = await arrived();
  guest.tell(TABLE);
  await hears('in', 'table');
  live.close();
  await hears('out');
  vi.advanceTimersByTime(10 * LONGEST);
  live.wake();
  expect(made).toBe(1);
});

test('what waits follows the wish to join at once, a round trip before the answer', async () => {
  const early = live.send({ type: 'say', phrase: 'hello' });
  const guest = await arrived();
  expect((await guest.asked.next()).id).toBe(early);
  const next = live.send({ type: 'leave' });
  expect((await guest.asked.next()).id).toBe(next);
  guest.end();
  await hears('out');
  waited();
  const again = await arrived();
  expect([(await again.asked.next()).id, (await again.asked.next()).id]).toEqual([early, next]);
});
