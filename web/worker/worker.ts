// Keeps the shell of the page and the lessons in the browser, so that they open without a network. Nothing the server says is ever kept.
//
// A build has a cache of its own, filled as a whole before it is used: its files have names that change with their contents, so a page
// gets files of its own build or none. The cache before stays as long as a page of that build may be open. `plugins/worker.ts` puts `BUILD` in front.

declare const BUILD: { version: string; entry: string; files: string[] };

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Kind extends Event>(kind: string, listener: (event: Kind) => void): void;
}

const scope = self as unknown as Scope;
const PREFIX = 'page-';
const CACHE = PREFIX + BUILD.version;
const SHELL = '/';
const ASSETS = '/assets/';
/** Milliseconds after which a server that has not answered counts as away. */
const SLOW = 8000;
/** Milliseconds between two files: servers count requests, and allow twenty in a second. */
const PAUSE = 60;
/** What a proxy says when the server behind it is away. */
const AWAY = [502, 503, 504];

/** Fetches everything that is not there yet, one file after another: the person may need the line. The shell is last, as a sign that all is there. If it breaks off, the next time goes on from there. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const file of BUILD.files) if (!(await cache.match(file))) await cache.put(file, (await caches.match(file)) ?? (await received(file)));
  await cache.put(SHELL, await shell());
}

async function received(address: string): Promise<Response> {
  const answer = await fetch(address, { priority: 'low' });
  if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
  await new Promise((rest) => setTimeout(rest, PAUSE));
  return answer;
}

/** The page as the server sends it. It must be of this build: of several servers, one may be older. */
async function shell(): Promise<Response> {
  const answer = await received(SHELL);
  if (!(await answer.clone().text()).includes(BUILD.entry)) throw new Error('the page is of another build');
  return answer;
}

/** Deletes all caches but this one and the one before. */
async function tidy(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** Answers with the server's page, or the kept one while it is away. */
async function opened(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(SHELL);
  if (!kept) return fetch(request);
  const late = new Promise<null>((given) => setTimeout(() => given(null), SLOW));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  return answer && !AWAY.includes(answer.status) ? answer : kept;
}

const file = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request);

/** Returns the answer to a request; null leaves it to the browser. */
function answerTo(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return null;
  if (pathname.startsWith(ASSETS)) return file(request);
  return request.mode === 'navigate' && !pathname.includes('.') && !pathname.startsWith('/api/') ? opened(request) : null;
}

scope.addEventListener<Lasting>('install', (event) => event.waitUntil(fill().then(() => scope.skipWaiting())));
scope.addEventListener<Lasting>('activate', (event) => event.waitUntil(tidy().then(() => scope.clients.claim())));
scope.addEventListener<Asked>('fetch', (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});
