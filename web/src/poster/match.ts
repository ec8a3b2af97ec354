// A finished match as its poster needs it: the positions at the end of its rounds, and what was won by whom against whom.

import { api } from '../client/api';
import { oneself } from '../client/oneself.svelte';
import { botKey } from '../client/opponents';
import type { GameName, View } from '../client/wire';

export interface Finished {
  id: string;
  game: GameName;
  /** Whose land it is: the reader's, otherwise the winner's. */
  seat: number;
  rounds: readonly View[];
  totals: readonly number[];
  /** The other players who are programs, by name; null if there are people among them, who are not named. */
  bots: readonly string[] | null;
  players: number;
  /** In milliseconds since 1970, if the reader played. */
  at: number | null;
  /** The day whose deal it was, if any. */
  day: string | null;
}

interface End {
  view: View;
  scores: number[];
  rounds: number;
}

async function endOf(id: string, round: number, watch: string | null): Promise<End> {
  const { positions, rounds, scores } = await api.replay(id, round, watch);
  const last = positions.at(-1);
  if (!last) throw new Error(`round ${round} of ${id} has no positions`);
  return { view: last.view, scores, rounds };
}

/** The positions at the end of all rounds, each with the scores as they were then. */
const positionsOf = (ends: readonly End[]): View[] => ends.map(({ view }, index) => ({ ...view, scores: ends.slice(0, index + 1).map(({ scores }) => scores) }));

async function finishedAt(id: string): Promise<number | null> {
  await oneself.load();
  return oneself.me.tables.find((table) => table.id === id)?.finished ?? null;
}

export async function finishedMatch(id: string, watch: string | null): Promise<Finished> {
  const [{ table }, first, at] = await Promise.all([api.table(id, watch), endOf(id, 1, watch), finishedAt(id)]);
  const later = await Promise.all(Array.from({ length: first.rounds - 1 }, (_, index) => endOf(id, index + 2, watch)));
  const rounds = positionsOf([first, ...later]);
  const seat = table.you[0] ?? table.results?.winners?.[0] ?? 0;
  const others = table.seats.filter((_, other) => other !== seat);
  const named = others.flatMap(({ bot, name }) => (bot !== null && botKey(bot) !== null ? [bot] : name !== null && botKey(name) !== null ? [name] : []));
  return { id, game: table.game, seat, rounds, totals: table.results?.totals ?? rounds.at(-1)?.totals ?? [], bots: named.length === others.length ? named : null, players: table.seats.length, at, day: table.daily ?? null };
}
