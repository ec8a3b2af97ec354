// Sizes for everything at the board table, so that it fills the stage and every row keeps its place from the first turn to the last.

import { hasRoomForSigns } from '../../drawings/board/geometry';
import { HIGH } from '../flights';
import type { Stage } from '../stage';

export interface Arrangement {
  /** The map, without its frame. */
  map: { width: number; height: number };
  /** Height kept free at the foot of the map: for signs that do not fit beside their paths, or for your newest cards. */
  foot: number;
  /** Width of a card in the hand, and the visible share of its height. */
  hand: number;
  shown: number;
  /** Distance from one card in the hand to the next, and how many fit in a row. */
  pitch: number;
  across: number;
  /** The same for the cards on the piles. */
  pile: number;
  pileShown: number;
  /** Width of a played card, and the greatest height of its column in card heights; 0 where they are shown on demand. */
  column: number;
  room: number;
  /** Width of the rail beside map and hand. */
  rail: number;
  /** Height of a player's row or cell. */
  player: number;
  /** How many of the last turns fit. */
  turns: number;
}

/** Width of the frame around the map, on each side. */
export const FRAME = 5;
/** The share of its top card that a pile shows: nearly all of it with rails, its numeral on a phone. */
const [PILE, LOW_PILE] = [0.84, 0.45];
/** With more cells than this in a row, one of them is the deck. */
const PILES = 5;
/** The greatest width of a map as a multiple of its height. */
const WIDEST = 2.15;
/** Heights of a line in the list of turns, and of the rows above and below the columns of played cards, at 1440 x 900. */
const [TURN, AROUND_COLUMNS] = [25, 104];

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

const signsBelow = (width: number): number => (hasRoomForSigns(width / 5) ? 0 : 20);

/** Height of the band of piles, with the count below and the text above. */
const band = (pile: number, grow: number): number => HIGH * PILE * pile + 46 * grow;

/** A rail beside the map holds players, played cards, piles and buttons; the hand is below the map. Spectators have no hand. */
function desk({ width, height, grow }: Stage, players: number, watching: boolean, review: boolean): Arrangement {
  const inner = { width: width - 48 * grow, height: height - 20 * grow };
  const rail = between(300, 0.27 * inner.width, 400 * grow);
  const room = inner.width - rail - 20 * grow;
  const hand = watching ? 0 : Math.min(0.118 * height, room / 8 - 9 * grow);
  const map = { height: inner.height - (watching ? 32 : review ? 82 : 62) * grow - HIGH * hand - 2 * FRAME, width: room - 2 * FRAME };
  map.width = Math.min(map.width, WIDEST * map.height);

  const pile = (rail - 20 * grow) / (PILES + 1) - 13 * grow;
  const fixed = (30 + 44 + 116) * grow + band(pile, grow);
  const least = 180 * grow;
  const player = between(42 * grow, (inner.height - fixed - least) / players - 4 * grow, 58 * grow);
  const left = inner.height - fixed - players * (player + 4 * grow);
  const turns = Math.floor(between(0, (left - Math.max(least, 0.7 * left)) / (TURN * grow), 5));
  const column = Math.min((rail - 34 * grow) / 5 - 6 * grow, (left - turns * TURN * grow - AROUND_COLUMNS * grow) / (1.3 * HIGH));
  const columns = left - turns * TURN * grow - AROUND_COLUMNS * grow;
  return { map, foot: signsBelow(map.width), hand, shown: 1, pitch: (map.width + 2 * FRAME - hand) / 7, across: 8, pile, pileShown: PILE, column, room: columns / (HIGH * column), rail, player, turns };
}

/** A tablet held upright: your played cards lie under their paths, the hand beside piles and buttons. */
function upright({ width, height }: Stage, watching: boolean): Arrangement {
  const inner = width - 24;
  const player = 58;
  const hand = (0.54 * inner - 24) / 4;
  const below = watching ? 150 : 2 * HIGH * hand + 8;
  const column = 0.08 * inner;
  const columns = 0.118 * height;
  const rail = inner - 4 * hand - 24 - 12;
  const pile = (rail - 16) / (PILES + 1) - 13;
  const high = height - player - columns - 27 - 32 - below - 34;
  return {
    map: { width: inner - 2 * FRAME, height: high - 2 * FRAME },
    foot: signsBelow(inner - 2 * FRAME),
    hand,
    shown: 1,
    pitch: hand + 8,
    across: 4,
    pile,
    pileShown: PILE,
    column,
    room: columns / (HIGH * column),
    rail,
    player,
    turns: Math.floor((below - band(pile, 1) - 70) / TURN),
  };
}

/** What every screen with little room has: four cards across, low piles, no columns, no list of turns. */
const LITTLE = { foot: 24, across: 4, pileShown: LOW_PILE, column: 0, room: 0, turns: 0 } as const;

/** On a phone the piles lie under their paths, and the hand shows only numerals. */
function phone({ width, height }: Stage, watching: boolean): Arrangement {
  const inner = width - 24;
  const player = 42;
  const pile = Math.min(inner / PILES - 14, 64);
  const fixed = player + HIGH * LOW_PILE * pile + 10 + 32 + 46 + 34;
  const left = height - fixed;
  const hand = (inner - 18) / 4;
  const row = watching ? 0 : between(44, 0.113 * left, HIGH * hand);
  return {
    ...LITTLE,
    map: { width: inner - 2 * FRAME, height: left - (watching ? 0 : 2 * row + 4) - 2 * FRAME },
    hand,
    shown: row / (HIGH * hand),
    pitch: hand + 6,
    pile,
    rail: 0,
    player,
  };
}

/** A low screen: the map on one side, everything else on the other. */
function beside({ width, height, taken = 0 }: Stage): Arrangement {
  const rail = between(300, 0.43 * width, 420);
  const player = 40;
  const pile = Math.min((rail - 10) / (PILES + 1) - 8, 52);
  const fixed = player + HIGH * LOW_PILE * pile + 8 + 30 + 44 + 26;
  const hand = (rail - 18) / 4;
  const row = between(taken > 0 ? 24 : 42, (height - fixed - 4) / 2, HIGH * hand);
  return {
    ...LITTLE,
    map: { width: width - 24 - rail - 12 - 2 * FRAME, height: height + taken - 8 - 2 * FRAME },
    hand,
    shown: row / (HIGH * hand),
    pitch: hand + 6,
    pile,
    rail,
    player,
  };
}

/** `watching`: a spectator, who has no hand. `review`: the notes above the hand have two lines. */
export function arrange(stage: Stage, players: number, watching: boolean, review = false): Arrangement {
  if (stage.mode === 'desk') return desk(stage, players, watching, review);
  return { upright, phone, beside }[stage.mode](stage, watching);
}
