// How the card game is dealt from the numbers of a fair shuffle.

import type { Options } from '../../client/wire';
import { shuffled } from '../../fair/stream';
import type { Dealing } from '../../fair/dealing';
import { cardsIn, deckPlaces, deckSeen } from '../deck';
import { colorsOf } from './view';

const FULL = { numbers: 9, wagers: 3, hand: 8 };
const MINI = { numbers: 3, wagers: 1, hand: 2 };
const LOWEST = 2;

const boxOf = ({ size }: Options): typeof FULL => (size === 'mini' ? MINI : FULL);

/** Every card: by colour, in each colour wagers first, then numbers rising. */
function cards(options: Options): string[] {
  const { numbers, wagers } = boxOf(options);
  const ranks = [...Array<string>(wagers).fill('*'), ...Array.from({ length: numbers }, (_, i) => String(LOWEST + i))];
  return colorsOf({ options }).flatMap((color) => ranks.map((rank) => color + rank));
}

export const dealing: Dealing = {
  kind: 'cards',
  setup: (below, { options }) => ({ deck: shuffled(cards(options), below) }),
  places: ({ deck }, seating) => deckPlaces(deck as string[], boxOf(seating.options).hand, seating),
  seen: deckSeen,
  count: cardsIn,
};
