// Where a player stands among the graded opponents. Neighbours always have the same places on the trail; only the player's place between
// them is to scale.

import { OPPONENTS, type Opponent } from '../client/opponents';
import type { Graded, SeatReport } from './report';

/** The strongest opponent plays like the network. */
const opponentOf = (name: Graded): Opponent => (name === 'net' ? 'magnus' : name);
const gradedOf = (name: Opponent): Graded => (name === 'magnus' ? 'net' : name);

export interface Stand {
  /** The weaker and the stronger one; both undefined if there is too little to tell. */
  neighbours: readonly [Opponent | undefined, Opponent | undefined];
  /** Where the opponents stand on the trail, 0 to 1. */
  places: readonly number[];
  /** Where the player stands, and half the width of the interval. */
  you?: number;
  half: number;
}

const [WEAKER, STRONGER] = [0.31, 0.74];
/** How far a player beyond an end of the scale is from it. */
const BEYOND = 0.14;
const WIDEST = 0.2;

function placesAround(left: number): number[] {
  const count = OPPONENTS.length;
  return OPPONENTS.map((_, i) => (i <= left ? (left === 0 ? WEAKER : (WEAKER * i) / left) : i === left + 1 ? STRONGER : STRONGER + ((1 - STRONGER) * (i - left - 1)) / (count - left - 2)));
}

const even = OPPONENTS.map((_, i) => i / (OPPONENTS.length - 1));

export function standOf({ plays_like: like = [], cost_per_decision: cost, ci95 }: SeatReport, scale: Partial<Record<Graded, number>>): Stand {
  const names = like.map(opponentOf);
  const [first, second] = names;
  if (first === undefined || cost === null) return { neighbours: [undefined, undefined], places: even, half: 0 };
  if (second === undefined) return beyond(first);
  const places = placesAround(OPPONENTS.indexOf(first));
  const [weak, strong] = [scale[gradedOf(first)] ?? cost, scale[gradedOf(second)] ?? cost];
  const share = weak > strong ? Math.min(1, Math.max(0, (weak - cost) / (weak - strong))) : 0.5;
  const half = weak > strong ? ((ci95 ?? 0) / (weak - strong)) * (STRONGER - WEAKER) : 0;
  return { neighbours: [first, second], places, you: WEAKER + share * (STRONGER - WEAKER), half: Math.min(WIDEST, half) };
}

/** Better than the strongest, or not yet as good as the first. */
function beyond(name: Opponent): Stand {
  const strongest = name === OPPONENTS.at(-1);
  const places = even.map((place) => (strongest ? place * (1 - BEYOND) : BEYOND + place * (1 - BEYOND)));
  return { neighbours: strongest ? [name, undefined] : [undefined, name], places, you: strongest ? 1 : 0, half: 0 };
}
