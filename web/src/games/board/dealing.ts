// How the board game is dealt from the numbers of a fair shuffle.

import { shuffled } from '../../fair/stream';
import type { Dealing, Places } from '../../fair/dealing';
import { cardsIn, deckPlaces, deckSeen } from '../deck';
import { type BoardView, type PathColor, PATHS, SPACES, type Tile } from './view';

const HIGHEST = 10;
const COPIES = 2;
const HAND = 8;
/** Cards that two players take out unseen. */
const REMOVED = 30;
const TILES: readonly Tile[] = [...Array<Tile>(9).fill('A'), ...Array<Tile>(9).fill('>'), '5', '5', '10', '10', '10', '15', '15'];

type Tiling = Record<PathColor, Tile[]>;

/** Every card: by colour, in each colour numbers rising, equal cards side by side. */
const cards = (): string[] => PATHS.flatMap((path) => Array.from({ length: COPIES * (HIGHEST + 1) }, (_, i) => `${path}${Math.floor(i / COPIES)}`));

/** Path by path, from the lowest space up. */
const tiled = (tiles: readonly Tile[]): Tiling => Object.fromEntries(PATHS.map((path, i) => [path, tiles.slice(5 * i, 5 * i + 5)])) as Tiling;

const tilePlaces = (tiles: Tiling): Places =>
  Object.fromEntries(PATHS.flatMap((path) => SPACES[path].map((step, i) => [`tile/${path}${step}`, tiles[path][i] ?? ''])));

/** Those still lying lie where they were laid. */
const tilesSeen = ({ tiles }: BoardView): Places =>
  Object.fromEntries(PATHS.flatMap((path) => Object.entries(tiles[path] ?? {}).map(([step, tile]) => [`tile/${path}${step}`, tile ?? ''])));

export const dealing: Dealing = {
  kind: 'cards',
  setup(below, { players }) {
    const all = shuffled(cards(), below);
    return { deck: players === 2 ? all.slice(0, -REMOVED) : all, tiles: tiled(shuffled(TILES, below)) };
  },
  places: ({ deck, tiles }, seating) => ({ ...deckPlaces(deck as string[], HAND, seating), ...tilePlaces(tiles as Tiling) }),
  seen: (view, last) => ({ ...deckSeen(view, last), ...tilesSeen(view as BoardView) }),
  count: cardsIn,
};
