// What figures and artefacts are worth, worked out as in the rulebook. This is only for display: the server's score counts.

import { LARGE_TRACK, OPTIONS, SMALL_TRACK, STEP_VALUES } from '../../box/board';
import { type BoardView, BRIDGE, colorOf, CROSSINGS, type Figure, figure, LAST_STEP, tileAt } from './view';

export const stepWorth = (step: number): number => STEP_VALUES[step] ?? 0;
export const figureWorth = ({ step, kind }: Figure): number => stepWorth(step) * (kind === 's' ? 2 : 1);
export const figuresWorth = (view: BoardView, seat: number): number =>
  Object.values(view.figures[seat] ?? {}).reduce((sum, figure) => sum + figureWorth(figure), 0);

export function artifactsWorth(count: number, rounds: number): number {
  const track = rounds === 1 ? SMALL_TRACK : LARGE_TRACK;
  return track[Math.min(count, track.length - 1)] ?? 0;
}

export const roundsOf = (view: BoardView): number => Number(view.options.rounds ?? OPTIONS.rounds.default);
/** Whether all expeditions are over, so that the artefacts count. */
export const isFinished = (view: BoardView): boolean => view.scores.length >= roundsOf(view);

/** A seat's points if this expedition ended now; between expeditions, its points so far. */
export const standingNow = (view: BoardView, seat: number): number => (view.totals[seat] ?? 0) + (view.to_move === null ? 0 : (view.live[seat] ?? 0));

export interface Sum {
  /** Points before this expedition. */
  before: number;
  /** Points from its tiles; null if a loss below 0 hides them. */
  tiles: number | null;
  figures: number;
  change: number;
  after: number;
  artifacts: number;
  /** Null before the end of the match. */
  artifactsWorth: number | null;
  total: number;
}

/** How a seat's points add up, in the position at the end of an expedition. */
export function sumUp(view: BoardView, seat: number): Sum {
  const past = view.scores.map((scores) => scores[seat] ?? 0);
  const change = past.at(-1) ?? 0;
  const after = past.reduce((one, other) => one + other, 0);
  const before = after - change;
  const figures = figuresWorth(view, seat);
  const artifacts = view.artifacts[seat] ?? 0;
  const most = -figures - before;
  return {
    before,
    tiles: after > 0 || most <= 0 ? change - figures : null,
    figures,
    change,
    after,
    artifacts,
    artifactsWorth: isFinished(view) ? artifactsWorth(artifacts, roundsOf(view)) : null,
    total: view.totals[seat] ?? 0,
  };
}

/** What a move adds in points. The server's gain is the same, except that it is 0 while a score is held at 0. */
export function gainOf(view: BoardView, seat: number, move: string): number {
  const color = colorOf(move.replace('>', ''));
  const own = figure(view, seat, color);
  if (own === null) return figureWorth({ step: 1, kind: move.endsWith(':s') ? 's' : 'e' });
  if (own.step === LAST_STEP) return 0;
  const step = own.step + 1;
  const last = step === BRIDGE && view.crossed + 1 === CROSSINGS;
  const tile = last ? null : tileAt(view, color, step);
  return figureWorth({ ...own, step }) - figureWorth(own) + (Number(tile) || 0);
}
