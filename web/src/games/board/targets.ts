// Where the legal moves lead on the map: the next step of an open path, the first of a new one, and every figure that an arrow may move.

import { t } from '../../text';
import type { Review } from '../props';
import type { Choice } from './hand.svelte';
import { type BoardView, colorOf, figure, LAST_STEP, type PathColor, PATHS } from './view';

export interface Target {
  color: PathColor;
  step: number;
  /** The moves that choosing it makes; two if the player has to choose a figure. */
  moves: readonly string[];
}

const nextStep = (view: BoardView, seat: number, color: PathColor): number => Math.min((figure(view, seat, color)?.step ?? 0) + 1, LAST_STEP);

export function targetsOf(view: BoardView, seat: number, choice: Choice, legal: readonly string[]): Target[] {
  const { card, ways } = choice;
  if (card !== null && ways.length > 0) return [{ color: colorOf(card), step: nextStep(view, seat, colorOf(card)), moves: ways }];
  return PATHS.filter((color) => legal.includes(`>${color}`)).map((color) => ({ color, step: nextStep(view, seat, color), moves: [`>${color}`] }));
}

/** The move that plays a card, if there is one. */
export const wayOf = (card: string, legal: readonly string[]): string | undefined => legal.find((move) => move === card || move.startsWith(`${card}:`));

export interface Reviewed {
  color: PathColor;
  step: number;
  text: string;
  best: boolean;
}

const isCard = (move: string): boolean => /^[A-Z]/.test(move);

/** In a review, where the best move and the one played lead, if they play a card; one mark per path. */
export function reviewedOn(view: BoardView, seat: number, best: string, { played, said }: Review): Reviewed[] {
  const at = (move: string): Pick<Reviewed, 'color' | 'step'> => ({ color: colorOf(move), step: nextStep(view, seat, colorOf(move)) });
  const first = isCard(best) ? [{ ...at(best), text: t(played === best ? 'page.moment.best_played' : 'page.hint.best'), best: true }] : [];
  const second = isCard(played) && !(isCard(best) && colorOf(best) === colorOf(played)) ? [{ ...at(played), text: said, best: false }] : [];
  return [...first, ...second];
}
