// What a panorama is made of: each expedition is a massif, and every card, step or box of it is a ridge.

import type { Landmark } from '../landmarks/landmark';
import type { Palette } from '../palettes';
import type { SymbolName } from '../symbols';

export interface Ridge {
  /** What stands behind the crest, if anything does. */
  landmark: Landmark | null;
  /** Whether there is a camp on it: a wager, or a doubling circle. */
  camp?: boolean;
  /** Whether a bridge crosses a gorge in its crest. */
  bridge?: boolean;
  /** A player's figure on the crest, 34 x 52 with its foot at 0 0. */
  figure?: string;
}

export interface Massif {
  palette: Palette;
  /** From the foot up; empty if the expedition was not started. */
  ridges: readonly Ridge[];
  /** Whether the last ridge has the lost city. */
  city: boolean;
  points: number;
}

/** What the sum below the picture is made of. `null` points are not written: nothing was started there. */
export interface Share {
  symbol: SymbolName;
  points: number | null;
}

/** What a player achieved in a match, as the land shows it. */
export interface Land {
  massifs: readonly Massif[];
  shares: readonly Share[];
  /** Symbols of what was found on the way, on the dark ground in front. */
  finds?: readonly SymbolName[];
}
