// The analysis of a match, `lostcities.analysis/1`, and the lines in which the server tells it (docs/server.md).

import type { GameName } from '../client/wire';
import type { Arguments } from '../text';

export type Label = 'inaccuracy' | 'mistake' | 'blunder';
/** The graded opponents, weakest first; `net` is the strongest one. */
export type Graded = 'pip' | 'nell' | 'bruno' | 'odile' | 'net';

/** An event of chance, and what it gave every seat. */
export interface ChanceEvent {
  /** The move that led to it; 0: the deal. */
  move: number;
  what: 'deal' | 'draw' | 'roll';
  seat: number;
  luck: number[];
}

/** A move that was possible. */
export interface Candidate {
  move: string;
  /** The lead that its seat could expect after it. */
  worth: number;
  /** The standard error of its distance from the best move; for that one, of its worth. */
  se: number;
}

/** A reason code with its arguments. */
export type Reason = Arguments & { code: string };

/** A decision, judged by what its seat could know. */
export interface Decision {
  /** Counts from 1. */
  move: number;
  seat: number;
  played: string;
  best: string;
  cost: number;
  se: number;
  counted: boolean;
  label: Label | null;
  /** The best move beyond doubt, which the network did not see at first sight. */
  found: boolean;
  why: Reason[];
  /** The best first. */
  candidates: Candidate[];
}

/** How a seat's lead came about: the parts add up to it. */
export interface Ledger {
  seat: number;
  start: number;
  luck: { deal: number; own: number; others: number };
  choices: { own: number; others: number };
  rest: number;
  lead: number;
}

/** How a round went. */
export interface Course {
  /** Counts from 1. */
  round: number;
  lead: number[];
  chance: ChanceEvent[];
  /** Each seat's expected lead, after the deal and after every move. */
  graph: number[][];
  /** Each seat's chance to win the match, at the same times. */
  chances: number[][];
}

export interface RoundReport extends Course {
  ledger: Ledger[];
  decisions: Decision[];
}

/** What a seat lost by its decisions. */
export interface SeatReport {
  seat: number;
  cost: number;
  counted: number;
  cost_per_decision: number | null;
  /** Half the width of the 95 % interval. */
  ci95: number | null;
  labels: Record<Label, number>;
  luck: number;
  /** The neighbours on the scale, from the weaker to the stronger; none if too few decisions count. */
  plays_like: Graded[];
}

export interface Report {
  format: 'lostcities.analysis/1';
  game: GameName;
  level: 'quick' | 'deep';
  critic: string;
  players: string[];
  rounds: RoundReport[];
  seats: SeatReport[];
  /** What the graded opponents lose per decision at such a table; null if that was not measured. */
  scale: Partial<Record<Graded, number>> | null;
}

/** What is known of a match before it is analysed. */
export interface Outline {
  game: GameName;
  players: string[];
  rounds: { round: number; moves: number; scores: number[] }[];
}

export type Line =
  | ({ what: 'match' } & Outline)
  | { what: 'course'; course: Course }
  | { what: 'decisions'; round: number; decisions: Decision[] }
  | { what: 'report'; report: Report }
  | { what: 'failed' };
