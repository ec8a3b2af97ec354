// Who sits in a seat: every bot has its own face and name, you have your face, other people get the one their name brings.

import type { Seat, TableInfo } from '../client/wire';
import { botKey } from '../client/opponents';
import { isNobody, t } from '../text';

/** How somebody is called here: a character by its name, whoever gave none by the reader's word for a player. */
export function called(name: string): string {
  const key = botKey(name);
  if (key !== null) return t(key);
  return isNobody(name) ? t('page.player') : name;
}

const nameOf = (seat: Pick<Seat, 'name' | 'bot' | 'kind'>): string => (seat.kind === 'open' ? t('page.free_seat') : called(seat.name ?? seat.bot ?? ''));

/** By seat. Of several people at one device those are numbered who gave no name. */
export function namesOf(table: TableInfo): string[] {
  const shared = (i: number): boolean => table.you.length > 1 && table.you.includes(i);
  return table.seats.map((seat, i) => (shared(i) && isNobody(seat.name ?? '') ? t('page.player_number', { number: i + 1 }) : nameOf(seat)));
}

export function facesOf(table: TableInfo): string[] {
  return table.seats.map((seat, i) => (seat.kind === 'bot' && seat.bot) || (i === table.you[0] ? 'you' : nameOf(seat)));
}
