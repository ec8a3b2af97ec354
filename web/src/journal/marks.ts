// What a journal marks in its landscape: luck in the sky, choices on the ground; and the moments that are worth a look.

import type { Round } from './journal.svelte';
import type { ChanceEvent, Decision } from './report';

/** From how many points on luck is drawn. */
export const SMALLEST = { desk: 4, phone: 5.5 };
/** How many moments are shown in detail, and how many flags have a number or a tick. */
const MOMENTS = 3;
const FLAGS = 5;

export interface Place {
  /** Counts from 1. */
  round: number;
  /** 0 is the deal. */
  move: number;
}

export interface Luck extends Place {
  kind: 'luck';
  event: ChanceEvent;
  /** What it gave the seat whose journal this is. */
  points: number;
}

/** A choice. A moment among the dearest has a number; `found` is a move that is easy to miss. */
export interface Choice extends Place {
  kind: 'choice';
  made: Decision;
  number?: number;
}

export type Mark = Luck | Choice;

const isDear = ({ label }: Decision): boolean => label === 'mistake' || label === 'blunder';
/** By how much a find is better than the next best move. */
export const findWorth = ({ candidates: [best, next] }: Decision): number => (best && next ? best.worth - next.worth : 0);
const inTime = (one: Place, other: Place): number => one.round - other.round || one.move - other.move;

export function choicesOf(rounds: readonly Round[], seat: number): Choice[] {
  return rounds.flatMap(({ number, decisions }) => decisions.filter((made) => made.seat === seat).map((made) => ({ kind: 'choice' as const, round: number, move: made.move, made })));
}

/** The choices that cost the most, numbered in the order in which they were made. */
export function dearest(choices: readonly Choice[]): Choice[] {
  const kept = choices.filter(({ made }) => isDear(made)).sort((one, other) => other.made.cost - one.made.cost).slice(0, MOMENTS);
  return kept.sort(inTime).map((choice, i) => ({ ...choice, number: i + 1 }));
}

export const bestFinds = (choices: readonly Choice[], count: number): Choice[] =>
  choices.filter(({ made }) => made.found).sort((one, other) => findWorth(other.made) - findWorth(one.made)).slice(0, count);

/** What is shown in detail: the dearest choices; where there are fewer than three, the best finds join them. */
export function momentsOf(rounds: readonly Round[], seat: number): Choice[] {
  const choices = choicesOf(rounds, seat);
  const dear = dearest(choices);
  return [...dear, ...bestFinds(choices, MOMENTS - dear.length)];
}

export function luckOf(rounds: readonly Round[], seat: number, least: number): Luck[] {
  const found = rounds.flatMap(({ number, course }) => (course?.chance ?? []).map((event) => ({ kind: 'luck' as const, round: number, move: event.move, event, points: event.luck[seat] ?? 0 })));
  return found.filter(({ points }) => Math.abs(points) >= least);
}

/** All marks in the order of the match. Numbers are given only when every decision is known. */
export function marksOf(rounds: readonly Round[], seat: number, whole: boolean, narrow: boolean): Mark[] {
  const choices = choicesOf(rounds, seat);
  const dear = whole ? dearest(choices) : [];
  const finds = bestFinds(choices, FLAGS - (whole ? dear.length : MOMENTS));
  const kept = [...dear, ...finds];
  const small = choices.filter(({ made, round, move }) => made.label !== null && !kept.some((other) => other.round === round && other.move === move));
  const luck = luckOf(rounds, seat, narrow ? SMALLEST.phone : SMALLEST.desk);
  return [...luck, ...kept, ...(narrow ? [] : small)].sort(inTime);
}
