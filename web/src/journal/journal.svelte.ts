// The analysis of a match while it is worked out: every line the server sends is merged into one picture of the match.

import { api, type Replay } from '../client/api';
import { journals } from '../client/journals';
import type { Course, Decision, Ledger, Line, Outline, Report } from './report';

/** A round as far as it is known. */
export interface Round {
  /** Counts from 1. */
  number: number;
  /** How many there were. */
  moves: number;
  scores: number[];
  /** Null until the graph is there. */
  course: Course | null;
  /** By move; those not judged yet are missing. */
  decisions: readonly Decision[];
  /** By seat; empty until everything is there. */
  ledger: readonly Ledger[];
}

export class Journal {
  outline = $state.raw<Outline | null>(null);
  rounds = $state.raw<readonly Round[]>([]);
  /** The whole analysis, once it is there. */
  report = $state.raw<Report | null>(null);
  /** Whether the server could not finish it, or fell silent. */
  failed = $state(false);
  private readonly stopped = new AbortController();
  private readonly replays = new Map<number, Promise<Replay>>();

  constructor(
    private readonly table: string,
    /** The key of a spectator, if any. */
    private readonly watch: string | null,
  ) {}

  /** Reads the analysis to its end, or with `stored` only what is there already. Rejects if the server refuses it. */
  async read(stored = false): Promise<void> {
    this.failed = false;
    for await (const line of journals.lines(this.table, this.watch, this.stopped.signal, stored)) this.take(line as Line);
    this.failed ||= this.report === null && !this.stopped.signal.aborted;
  }

  /** Stops reading; the server goes on and stores the analysis. */
  stop(): void {
    this.stopped.abort();
  }

  /** The positions of a round, fetched once. */
  replay(round: number): Promise<Replay> {
    const found = this.replays.get(round) ?? api.replay(this.table, round, this.watch);
    this.replays.set(round, found);
    return found;
  }

  take(line: Line): void {
    if (line.what === 'match') this.begin(line);
    else if (line.what === 'course') this.change(line.course.round, { course: line.course });
    else if (line.what === 'decisions') this.judge(line.round, line.decisions);
    else if (line.what === 'report') this.finish(line.report);
    else this.failed = true;
  }

  private begin(outline: Outline): void {
    this.outline = outline;
    this.rounds = outline.rounds.map(({ round, moves, scores }) => ({ number: round, moves, scores, course: null, decisions: [], ledger: [] }));
  }

  private judge(round: number, fresh: readonly Decision[]): void {
    const known = this.rounds[round - 1]?.decisions ?? [];
    this.change(round, { decisions: [...known, ...fresh].sort((one, other) => one.move - other.move) });
  }

  private finish(report: Report): void {
    for (const played of report.rounds) this.change(played.round, { course: played, decisions: played.decisions, ledger: played.ledger });
    this.report = report;
  }

  private change(number: number, changes: Partial<Round>): void {
    this.rounds = this.rounds.map((round) => (round.number === number ? { ...round, ...changes } : round));
  }
}
