// Deals the card game from the numbers of a fair shuffle.

import { CARDS } from '../../box/card';
import type { Options } from '../../client/wire';
import { shuffled } from '../../fair/stream';
import type { Dealing } from '../../fair/dealing';
import { cardsIn, deckPlaces, deckSeen } from '../deck';
import { boxOf, colorsOf } from './view';

/** All cards: by colour, in each colour wagers first, then numbers ascending. */
function cards(options: Options): string[] {
  const { numbers, wagers } = boxOf(options);
  return colorsOf({ options }).flatMap((color) => {
    const [wager, ...rising] = CARDS.filter((card) => card.startsWith(color));
    return [...Array<string>(wagers).fill(wager ?? ''), ...rising.slice(0, numbers)];
  });
}

export const dealing: Dealing = {
  kind: 'cards',
  setup: (below, { options }) => ({ deck: shuffled(cards(options), below) }),
  places: ({ deck }, seating) => deckPlaces(deck as string[], boxOf(seating.options).hand, seating),
  seen: deckSeen,
  count: cardsIn,
};
