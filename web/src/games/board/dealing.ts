// Deals the board game from the numbers of a fair shuffle.

import { COPIES, HAND, NUMBERS, REMOVED, TILE_NAMES, TILES as ALL_TILES } from '../../box/board';
import { shuffled } from '../../fair/stream';
import type { Dealing, Places } from '../../fair/dealing';
import { cardsIn, deckPlaces, deckSeen } from '../deck';
import { type BoardView, byPath, type PathColor, PATHS, SPACES, type Tile } from './view';

const TILES = ALL_TILES.map((tile) => TILE_NAMES[tile]);

type Tiling = Record<PathColor, Tile[]>;

/** All cards: by colour, numbers ascending within each colour, identical cards side by side. */
const cards = (): string[] => PATHS.flatMap((path) => Array.from({ length: COPIES * NUMBERS }, (_, i) => `${path}${Math.floor(i / COPIES)}`));

const tilePlaces = (tiles: Tiling): Places =>
  Object.fromEntries(PATHS.flatMap((path) => SPACES[path].map((step, i) => [`tile/${path}${step}`, tiles[path][i] ?? ''])));

/** Tiles still on the map are where the deal put them. */
const tilesSeen = ({ tiles }: BoardView): Places =>
  Object.fromEntries(PATHS.flatMap((path) => Object.entries(tiles[path] ?? {}).map(([step, tile]) => [`tile/${path}${step}`, tile ?? ''])));

export const dealing: Dealing = {
  kind: 'cards',
  setup(below, { players }) {
    const all = shuffled(cards(), below);
    return { deck: players === 2 ? all.slice(0, -REMOVED) : all, tiles: byPath(shuffled(TILES, below)) };
  },
  places: ({ deck, tiles }, seating) => ({ ...deckPlaces(deck as string[], HAND, seating), ...tilePlaces(tiles as Tiling) }),
  seen: (view, last) => ({ ...deckSeen(view, last), ...tilesSeen(view as BoardView) }),
  count: cardsIn,
};
