// Where the legal moves lead on the map: the next step of an open path, the first of a new one, and every figure that an arrow may move.

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
