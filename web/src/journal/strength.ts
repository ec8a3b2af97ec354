// Where a player stands among the graded opponents. Neighbours always have the same places on the trail; only the player's place between
// them is to scale.

import { OPPONENTS, type Opponent } from '../client/opponents';
import type { Graded, SeatReport } from './report';

/** The strongest opponent plays like the network. */
const opponentOf = (name: Graded): Opponent => (name === 'net' ? 'magnus' : name);
const gradedOf = (name: Opponent): Graded => (name === 'magnus' ? 'net' : name);

export interface Stand {
  /** The opponents on the trail, weakest first: in this game one may do better than usual. */
  trail: readonly Opponent[];
  /** The weaker and the stronger neighbour; both undefined if there is too little to tell. */
  neighbours: readonly [Opponent | undefined, Opponent | undefined];
  /** Where the opponents stand on the trail, 0 to 1. */
  places: readonly number[];
  /** Where the player stands, and half the width of the interval. */
  you?: number;
  half: number;
}

type Scale = Partial<Record<Graded, number>>;

const [WEAKER, STRONGER] = [0.31, 0.74];
/** How far a player beyond an end of the scale is from it. */
const BEYOND = 0.14;
const WIDEST = 0.2;

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
  const trail = [...OPPONENTS].sort((one, other) => (scale[gradedOf(other)] ?? 0) - (scale[gradedOf(one)] ?? 0));
  const [first, second] = like.map(opponentOf);
  if (first === undefined || cost === null) return { trail, neighbours: [undefined, undefined], places: EVEN, half: 0 };
  if (second === undefined) return beyond(trail, first);
  const [weak, strong] = [scale[gradedOf(first)] ?? cost, scale[gradedOf(second)] ?? cost];
  const [room, apart] = [STRONGER - WEAKER, weak - strong];
  const share = apart > 0 ? Math.min(1, Math.max(0, (weak - cost) / apart)) : 0.5;
  const half = apart > 0 ? ((ci95 ?? 0) / apart) * room : 0;
  return { trail, neighbours: [first, second], places: placesAround(trail.indexOf(first)), you: WEAKER + share * room, half: Math.min(WIDEST, half) };
}

/** Better than the strongest, or not yet as good as the weakest. */
function beyond(trail: readonly Opponent[], name: Opponent): Stand {
  const strongest = name === trail.at(-1);
  const places = EVEN.map((place) => (strongest ? place * (1 - BEYOND) : BEYOND + place * (1 - BEYOND)));
  return { trail, neighbours: strongest ? [name, undefined] : [undefined, name], places, you: strongest ? 1 : 0, half: 0 };
}
