// Where a player stands among the graded opponents. Neighbours always have the same places on the trail; only the player's place between
// them is to scale.

import { OPPONENTS, type Opponent } from '../client/opponents';
import type { Graded, SeatReport } from './report';

/** The strongest opponent plays like the network. */
export const opponentOf = (name: Graded): Opponent => (name === 'net' ? 'magnus' : name);
const gradedOf = (name: Opponent): Graded => (name === 'magnus' ? 'net' : name);

type Scale = Readonly<Partial<Record<Graded, number>>>;
/** The weaker and the stronger opponent beside a player; one is missing beyond an end of the trail, both if there is too little to tell. */
export type Neighbours = readonly [Opponent | undefined, Opponent | undefined];

export interface Stand {
  neighbours: Neighbours;
  /** Where the opponents stand on the trail, 0 to 1. */
  places: readonly number[];
  /** Where the player stands, and half the width of the interval. */
  you?: number;
  half: number;
}

const [WEAKER, STRONGER] = [0.31, 0.74];
/** How much of the way between two neighbours their portraits take at either end. */
const FACE = 0.11;
/** How far a player beyond an end of the scale is from it. */
const BEYOND = 0.14;
const WIDEST = 0.2;

/**
 * The neighbours of a player who loses `cost` per decision, in the opponents' own order, which never changes. In a game where one of them does
 * better or worse than usual, those named by the report need not stand side by side: then two of the same stretch do, one on either side.
 */
export function neighboursOf(like: readonly Graded[], cost: number, scale: Scale): Neighbours {
  const losesMore = (name: Opponent | undefined): boolean => name !== undefined && (scale[gradedOf(name)] ?? 0) > cost;
  const [first, second] = like.map(opponentOf);
  if (first === undefined) return [undefined, undefined];
  if (second === undefined) return losesMore(first) ? [OPPONENTS.at(-1), undefined] : [undefined, OPPONENTS[0]];
  const ends = [OPPONENTS.indexOf(first), OPPONENTS.indexOf(second)];
  const stretch = OPPONENTS.slice(Math.min(...ends), Math.max(...ends) + 1);
  const left = Math.max(0, stretch.findIndex((name, i) => losesMore(name) !== losesMore(stretch[i + 1])));
  return [stretch[left], stretch[left + 1]];
}

/** Where the opponents stand if the weaker neighbour is the one at `left`. */
function placesAround(left: number): number[] {
  const after = OPPONENTS.length - left - 2;
  return OPPONENTS.map((_, i) => {
    if (i <= left) return left === 0 ? WEAKER : (WEAKER * i) / left;
    return i === left + 1 ? STRONGER : STRONGER + ((1 - STRONGER) * (i - left - 1)) / after;
  });
}

const EVEN = OPPONENTS.map((_, i) => i / (OPPONENTS.length - 1));

export function standOf({ plays_like: like, cost_per_decision: cost, ci95 }: SeatReport, scale: Scale): Stand {
  const neighbours = neighboursOf(like, cost ?? 0, scale);
  const [weaker, stronger] = neighbours;
  if (cost === null || like.length === 0) return { neighbours: [undefined, undefined], places: EVEN, half: 0 };
  if (weaker === undefined || stronger === undefined) return beyond(neighbours);
  const [from, apart] = [scale[gradedOf(weaker)] ?? cost, (scale[gradedOf(weaker)] ?? cost) - (scale[gradedOf(stronger)] ?? cost)];
  const room = STRONGER - WEAKER - 2 * FACE;
  const share = apart === 0 ? 0.5 : Math.min(1, Math.max(0, (from - cost) / apart));
  const half = apart === 0 ? 0 : Math.abs((ci95 ?? 0) / apart) * room;
  return { neighbours, places: placesAround(OPPONENTS.indexOf(weaker)), you: WEAKER + FACE + share * room, half: Math.min(WIDEST, half) };
}

/** Better than the strongest, or not yet as good as the weakest. */
function beyond(neighbours: Neighbours): Stand {
  const best = neighbours[1] === undefined;
  const places = EVEN.map((place) => (best ? place * (1 - BEYOND) : BEYOND + place * (1 - BEYOND)));
  return { neighbours, places, you: best ? 1 : 0, half: 0 };
}
