// Who sits in a seat: every bot has its own face and name, people have the face they chose, and the reader is "You".

import type { Face } from '../client/api';
import { botKey } from '../client/opponents';
import type { Seat, TableInfo } from '../client/wire';
import { TRAVELLERS } from '../drawings/portraits';
import { isNobody, t } from '../text';

const DRAWN: Readonly<Record<Face, unknown>> = TRAVELLERS;
/** The faces to choose from. */
export const FACES = Object.keys(DRAWN) as Face[];

/** A player's name on this page: that of a character, or the reader's word for a player if they gave none. */
export function called(name: string): string {
  const key = botKey(name);
  if (key !== null) return t(key);
  return isNobody(name) ? t('page.player') : name;
}

const nameOf = (seat: Pick<Seat, 'name' | 'bot' | 'kind'>): string => (seat.kind === 'open' ? t('page.free_seat') : called(seat.name ?? seat.bot ?? ''));

/** Whether a seat is the reader's only one, so that it is called "You". */
export const isYou = (you: readonly number[], seat: number): boolean => you.length === 1 && you[0] === seat;

/** Names by seat. Your own is "You"; several people who share a device are numbered if they gave no name. */
export function namesOf({ seats, you }: TableInfo): string[] {
  const shared = (i: number): boolean => you.length > 1 && you.includes(i);
  const named = (seat: Seat, i: number): string => (shared(i) && isNobody(seat.name ?? '') ? t('page.player_number', { number: i + 1 }) : nameOf(seat));
  return seats.map((seat, i) => (isYou(you, i) ? t('page.you') : named(seat, i)));
}

/** Faces by seat. Players who took a seat before faces existed get one chosen by their name. */
export const facesOf = ({ seats }: TableInfo): string[] => seats.map((seat) => (seat.kind === 'open' ? 'nobody' : ((seat.kind === 'bot' ? seat.bot : seat.face) ?? nameOf(seat))));
