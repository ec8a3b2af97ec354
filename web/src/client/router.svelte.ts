// Chooses the page to show: the path of the address, kept in the browser's history.

import { GAME_NAMES, type GameName } from './wire';

export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string; join: string | null; watch: string | null }
  | { page: 'learn'; game: GameName }
  | { page: 'lesson'; game: GameName }
  | { page: 'replay'; id: string; round: number; move: number; watch: string | null }
  | { page: 'journal'; id: string; round: number; move: number; again: boolean; watch: string | null }
  | { page: 'poster'; id: string; watch: string | null }
  | { page: 'daily'; day: string | null }
  | { page: 'result'; day: string; game: GameName }
  | { page: 'puzzles' }
  | { page: 'puzzle'; game: GameName; id: string | null; theme: string | null }
  | { page: 'me' }
  | { page: 'lost' };

function parse(url: URL): Route {
  const [head, id, part] = url.pathname.split('/').filter(Boolean);
  const keys = new URLSearchParams(url.hash.slice(1)); // after the #, which browsers do not send, so that keys stay out of logs
  const count = (name: string): number => Math.trunc(Number(url.searchParams.get(name))) || 0;
  if (head === undefined) return { page: 'home' };
  if (head === 't' && id) return { page: 'table', id, join: keys.get('join'), watch: keys.get('watch') };
  if (head === 'learn' && GAME_NAMES.some((name) => name === id)) return { page: part === 'lesson' ? 'lesson' : 'learn', game: id as GameName };
  if (head === 'replay' && id) return { page: 'replay', id, round: count('round') || 1, move: count('move'), watch: keys.get('watch') };
  // Without a round, the whole match.
  if (head === 'journal' && id) return { page: 'journal', id, round: count('round'), move: count('move'), again: url.searchParams.has('try'), watch: keys.get('watch') };
  if (head === 'poster' && id) return { page: 'poster', id, watch: keys.get('watch') };
  const game = GAME_NAMES.find((name) => name === part);
  if (head === 'daily') return id && game ? { page: 'result', day: id, game } : { page: 'daily', day: id ?? null };
  if (head === 'puzzles' && id === undefined) return { page: 'puzzles' };
  // Without an id, the next one.
  if (head === 'puzzles' && GAME_NAMES.some((name) => name === id)) return { page: 'puzzle', game: id as GameName, id: part ?? null, theme: url.searchParams.get('theme') };
  if (head === 'me') return { page: 'me' };
  return { page: 'lost' };
}

class Router {
  route = $state.raw<Route>(parse(new URL(window.location.href)));

  constructor() {
    window.addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  go(path: string): void {
    window.history.pushState(null, '', path);
    window.scrollTo(0, 0);
    this.read();
  }

  replace(path: string): void {
    window.history.replaceState(null, '', path);
    this.read();
  }

  private read(): void {
    this.route = parse(new URL(window.location.href));
  }

  /** Follows links within the site without reloading the page. */
  private follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    if (link.origin !== window.location.origin || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
