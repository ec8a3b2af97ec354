// Who sits in a seat: every bot has its own face and name, people have the face they chose, and whoever reads this is "You".

import type { Face } from '../client/api';
import { botKey } from '../client/opponents';
import type { Seat, TableInfo } from '../client/wire';
import { TRAVELLERS } from '../drawings/portraits';
import { isNobody, t } from '../text';

const DRAWN: Readonly<Record<Face, unknown>> = TRAVELLERS;
/** The faces that people can choose from. */
export const FACES = Object.keys(DRAWN) as Face[];

/** How somebody is called here: a character by its name, whoever gave none by the reader's word for a player. */
export function called(name: string): string {
  const key = botKey(name);
  if (key !== null) return t(key);
  return isNobody(name) ? t('page.player') : name;
}

const nameOf = (seat: Pick<Seat, 'name' | 'bot' | 'kind'>): string => (seat.kind === 'open' ? t('page.free_seat') : called(seat.name ?? seat.bot ?? ''));

/** Whether a seat is the only one of whoever looks on: then they are "You". */
export const isYou = (you: readonly number[], seat: number): boolean => you.length === 1 && you[0] === seat;

/** By seat. Your own is "You"; of several people at one device those are numbered who gave no name. */
export function namesOf({ seats, you }: TableInfo): string[] {
  const shared = (i: number): boolean => you.length > 1 && you.includes(i);
  const named = (seat: Seat, i: number): string => (shared(i) && isNobody(seat.name ?? '') ? t('page.player_number', { number: i + 1 }) : nameOf(seat));
  return seats.map((seat, i) => (isYou(you, i) ? t('page.you') : named(seat, i)));
}

/** Whom to draw, by seat. Whoever sat down before there were faces has the one that their name brings. */
export const facesOf = ({ seats }: TableInfo): string[] => seats.map((seat) => (seat.kind === 'open' ? 'nobody' : ((seat.kind === 'bot' ? seat.bot : seat.face) ?? nameOf(seat))));
