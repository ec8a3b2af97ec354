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

/** Whether a seat is the reader's only one, so that it is called "You". */
export const isYou = (you: readonly number[], seat: number): boolean => you.length === 1 && you[0] === seat;

/** Names by seat, null for a free one. Your own is "You"; people who gave no name are numbered, so that they can be told apart. */
export function namesIn(seats: readonly (string | null)[], you: readonly number[] = []): string[] {
  const named = (name: string, seat: number): string => (isNobody(name) ? t('page.player_number', { number: seat + 1 }) : called(name));
  return seats.map((name, seat) => (isYou(you, seat) ? t('page.you') : name === null ? t('page.free_seat') : named(name, seat)));
}

const givenTo = ({ kind, name, bot }: Seat): string | null => (kind === 'open' ? null : (name ?? bot ?? ''));

export const namesOf = ({ seats, you }: TableInfo): string[] => namesIn(seats.map(givenTo), you);

/** Faces by seat. Players who took a seat before faces existed get one chosen by their name. */
export const facesOf = ({ seats }: TableInfo): string[] => seats.map((seat) => (seat.kind === 'open' ? 'nobody' : ((seat.kind === 'bot' ? seat.bot : seat.face) ?? called(givenTo(seat) ?? ''))));
