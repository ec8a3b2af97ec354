// Who sits in a seat: every bot has its own face and name, you have your face, other people get the one their name brings.

import type { Seat, TableInfo } from '../client/wire';
import { botKey } from '../home/choices';
import { digits, t } from '../text';

export function botName(bot: string): string {
  const key = botKey(bot);
  return key === null ? bot : t(key);
}

export const nameOf = (seat: Pick<Seat, 'name' | 'bot' | 'kind'>): string =>
  seat.name ?? (seat.bot ? botName(seat.bot) : t(seat.kind === 'open' ? 'page.free_seat' : 'page.player'));

/** By seat. Several people at one device who have one name are numbered. */
export const namesOf = (table: TableInfo): string[] =>
  table.seats.map((seat, i) => (table.you.length > 1 && table.you.includes(i) ? `${nameOf(seat)} ${digits(i + 1)}` : nameOf(seat)));

export function facesOf(table: TableInfo): string[] {
  return table.seats.map((seat, i) => (seat.kind === 'bot' && seat.bot) || (i === table.you[0] ? 'you' : nameOf(seat)));
}
