// Sizes for everything at the roll & write table, so that it fills the stage and every row keeps its place from the first turn to the last.

import { BOXES } from '../../box/roll';
import type { Stage } from '../stage';

/** The rows in a column of a sheet: their heights, and the gaps between them. */
export interface Ladder {
  city: number;
  box: number;
  bridge: number;
  foot: number;
  gap: number;
  /** The length of 1 px in the design, for everything else that grows with the sheet. */
  unit: number;
  /** Width of a box. */
  column: number;
  /** Whether it is so narrow that signs replace words. */
  slim: boolean;
}

export interface Arrangement {
  /** Your own sheet, its frame included. */
  width: number;
  height: number;
  ladder: Ladder;
  die: number;
  /** Height of the tray. */
  tray: number;
  /** Width of the rail beside the sheet; 0 if there is none. */
  rail: number;
  /** The other players: how many side by side, and the height of each. */
  across: number;
  panel: number;
  /** Height of a place on their small sheets; 0 where they are lines. */
  cell: number;
  /** The sheet of a single other player, if a whole one fits. */
  theirs: Ladder | null;
  /** The height left for the last turns. */
  list: number;
}

/** The smallest size in pixels for anything that can be tapped. */
export const LEAST = 24;
/** Six dice in a row with the gaps between them, and one die with what appears above it when chosen: in sizes of a die. */
export const ROW = 7.08;
const HIGH = 1.2;
/** The design's heights, 653 px in total. */
const CITY = 84;
const BOX = 46;
const TOTAL = 653;

const SLIM = 620;

/** The width of a box: what the scale, the gaps and the two tracks leave. */
function boxWidth(width: number, unit: number, slim: boolean, grow: number): number {
  return slim ? (width - 10 - 47 * grow) / 8.1 - 4 * grow : ((width - 138 * unit) * 92) / 776 - 14 * unit;
}

/** The rows that fill a height. On a low sheet first the city shrinks, then the boxes. */
export function ladder(height: number, foot: number, width: number, grow = 1): Ladder {
  const unit = height / TOTAL;
  const slim = width < SLIM * grow;
  const gap = Math.max(1.5, 11 * unit - 4);
  const bridge = Math.max(8, 20 * unit);
  const feet = Math.max(foot, 58 * unit);
  const rest = height - bridge - feet - (BOXES + 2) * gap;
  const box = Math.max((rest * BOX) / (BOXES * BOX + CITY), Math.min(LEAST + 4, (rest - LEAST - 2) / BOXES));
  return { city: rest - BOXES * box, box, bridge, foot: feet, gap, unit, column: boxWidth(width, unit, slim, grow), slim };
}

/** The part of a small sheet and its frame that does not grow with its places; the head may be beside it. */
const SMALL = 64;
const HEAD = 44;
/** Height of a head of two rows, for narrow panels. */
const TALL_HEAD = 62;
const cellIn = (panel: number, head: number, grow: number): number => Math.min(26 * grow, (panel - (SMALL + head) * grow) / BOXES);
/** The frame of a sheet and the space between it and the columns. */
const frame = (unit: number): number => 30 * unit + 2;
const sheetIn = (height: number, foot: number, width: number, grow: number): Ladder => ladder(height - frame(height / TOTAL), foot, width, grow);

type Others = Pick<Arrangement, 'across' | 'panel' | 'cell' | 'theirs' | 'list'>;

/** The other players in a rail: one with a whole sheet, four in two columns; the last turns below them where there is room. */
function inRail(height: number, width: number, grow: number, others: number): Others {
  const gap = 12 * grow;
  if (others === 1) {
    const panel = 0.74 * height;
    return { across: 1, panel, cell: 0, theirs: ladder(panel - (HEAD + 34) * grow, 44 * grow, width - 24 * grow, grow), list: height - panel - gap };
  }
  if (others === 2) {
    const panel = 0.36 * height;
    return { across: 1, panel, cell: cellIn(panel, HEAD, grow), theirs: null, list: height - 2 * (panel + gap) };
  }
  const [across, rows] = others > 3 ? [2, 2] : [1, others];
  const panel = (height - (rows - 1) * gap) / rows;
  return { across, panel, cell: cellIn(panel, across > 1 ? TALL_HEAD : HEAD, grow), theirs: null, list: 0 };
}

/** Greatest width as a multiple of the height: beyond it a sheet would only be stretched, so the other players get the rest. */
const WIDEST = 1.45;

/** Tray and sheet on one side, the other players on the other. */
function withRail(stage: Stage, others: number): Arrangement {
  const { grow } = stage;
  const height = stage.height - 26 * grow;
  const least = Math.max(270, Math.min(0.3 * stage.width, 460 * grow));
  const width = Math.min(stage.width - least - 64 * grow, WIDEST * height);
  const rail = stage.width - width - 64 * grow;
  const die = Math.min(82 * grow, 0.1 * height, (width - 250 * grow) / ROW);
  const tray = HIGH * die + 36 * grow;
  const own = height - tray - 40 * grow;
  return { width, height: own, ladder: sheetIn(own, 36 * grow, width, grow), die, tray, rail, ...inRail(height - 58 * grow, rail, grow, others) };
}

/** A tablet held upright: the other players with small sheets above the sheet, the dice below it. */
function upright({ width, height, grow }: Stage, others: number): Arrangement {
  const wide = width - 24 * grow;
  const die = Math.min(88 * grow, (wide - 250 * grow) / ROW);
  const tray = HIGH * die + 36 * grow;
  const left = height - tray - 72 * grow;
  const head = others > 2 ? TALL_HEAD : others > 1 ? HEAD : 0;
  const least = (SMALL + head + BOXES * 9) * grow;
  const panel = Math.max(least, Math.min(left - 0.86 * wide, (SMALL + head + BOXES * 26) * grow));
  const own = left - panel;
  return { width: wide, height: own, ladder: sheetIn(own, 46 * grow, wide, grow), die, tray, rail: 0, across: others, panel, cell: cellIn(panel, head, grow), theirs: null, list: 0 };
}

/** The other players are lines, and the dice are under the thumb. */
function phone({ width, height }: Stage, others: number): Arrangement {
  const panel = others > 2 ? 50 : 46;
  const die = Math.min(60, (width - 20) / ROW);
  const tray = HIGH * die + 80;
  const own = height - panel - tray - 50;
  return { width: width - 8, height: own, ladder: ladder(own - 12, 46, width - 8), die, tray, rail: 0, across: others, panel, cell: 0, theirs: null, list: 0 };
}

/** A low screen: the sheet on one side; the other players, text and dice in two rows on the other. */
function beside({ width, height, taken = 0 }: Stage, others: number): Arrangement {
  const own = height + taken - 8;
  const rail = Math.max(296, Math.min(0.4 * width, 400));
  const rows = Math.ceil(others / 2);
  const panel = others > 2 ? 40 : 44;
  const tray = own - taken - rows * (panel + 4) - 42;
  const die = Math.min(64, (tray - 48) / (2 * HIGH), (rail - 140) / 3.34);
  return { width: width - rail - 26, height: own, ladder: ladder(own - 8, 27, width - rail - 26), die, tray, rail, across: Math.min(2, others), panel, cell: 0, theirs: null, list: 0 };
}

/** A stage with rails that is narrower than this is a tablet. */
const TABLET = 1200;

/** Whether this is a tablet with rails: the tray is below the sheet, under the thumbs. */
export const isTablet = ({ mode, width }: Stage): boolean => mode === 'desk' && width < TABLET;

const WAYS = { desk: withRail, upright, phone, beside } as const;

export const arrange = (stage: Stage, players: number): Arrangement => WAYS[stage.mode](stage, players - 1);
