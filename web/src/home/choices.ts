// The options of a new table and who sits at it; and the last choice, which the browser remembers.

import { keptThings } from '../client/browser';
import { type Opponent, OPPONENTS } from '../client/opponents';
import type { Assist, GameName } from '../client/wire';
import { GAMES, initialOptions, NAMES } from '../games/choices';

export type Company = 'bots' | 'friend' | 'here';
export const COMPANIES: readonly Company[] = ['bots', 'friend', 'here'];
export const ASSISTS: readonly Assist[] = ['table', 'counters', 'open'];

export const FRIEND = 'friend';
/** The opponent: a bot, or a friend with a link. */
export type Other = Opponent | typeof FRIEND;

const KEPT = { game: 'game', opponent: 'opponent' } as const;

/** The game of a shortcut, as the page's manifest has them: `/?game=board`. */
const shortcut = (): string | null => new URLSearchParams(window.location.search).get('game');
export const keptGame = (): GameName => NAMES.find((name) => name === (shortcut() ?? keptThings()?.getItem(KEPT.game))) ?? NAMES[0]!;
export const keptOpponent = (): Opponent => OPPONENTS.find((name) => name === keptThings()?.getItem(KEPT.opponent)) ?? 'bruno';
export const keep = (what: keyof typeof KEPT, value: string): void => keptThings()?.setItem(KEPT[what], value);

/** The four opponents that a table can need at most, starting with the chosen one, all different. */
export function company4(first: string): string[] {
  const at = Math.max(0, OPPONENTS.findIndex((name) => name === first));
  return [...OPPONENTS.slice(at), ...OPPONENTS.slice(0, at).reverse()].slice(0, 4);
}

/** Who sits where: you first, then friends with the link, people at this device, or bots. */
export function seatsFor(players: number, company: Company, opponents: readonly string[]): string[] {
  const others = Array.from({ length: players - 1 }, (_, i) => (company === 'bots' ? (opponents[i] ?? 'bruno') : company === 'friend' ? 'open' : 'here'));
  return ['me', ...others];
}

/** The table that is opened without further questions, with as few seats as the game allows. */
export const plainTable = (game: GameName, other: Other) => ({
  game,
  options: initialOptions(game),
  seats: seatsFor(GAMES[game].players[0] ?? 2, other === FRIEND ? 'friend' : 'bots', [other]),
});
