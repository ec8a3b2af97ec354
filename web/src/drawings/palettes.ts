// The colour ramps of the expeditions: those of the cards, and those of the roll & write game.

import type { COLORS as CARD_COLORS } from '../box/card';
import { COLORS as ROLL_COLORS } from '../box/roll';
import type { Region } from './ridge';
import type { SymbolName } from './symbols';

export interface Palette {
  /** Name of the ramp, unique across all games: part of the ids of its paints. */
  name: string;
  letter: string;
  symbol: SymbolName;
  region: Region;
  base: string;
  far: string;
  mid: string;
  near: string;
  front: string;
  light: string;
  accent: string;
  numeral: string;
}

export type CardColor = (typeof CARD_COLORS)[number];
export type RollColor = (typeof ROLL_COLORS)[number];
export { ROLL_COLORS };

type Tones = [base: string, far: string, mid: string, near: string, front: string, light: string, accent: string, numeral: string];

function palette(name: string, symbol: SymbolName, region: Region, tones: Tones): Palette {
  const [base, far, mid, near, front, light, accent, numeral] = tones;
  return { name, letter: name.slice(-1), symbol, region, base, far, mid, near, front, light, accent, numeral };
}

export const CARDS: Record<CardColor, Palette> = {
  Y: palette('Y', 'sun', 'dune', ['#F5D547', '#E6B638', '#D0902A', '#96561B', '#4E2A10', '#FFF7D2', '#E0662F', '#33210A']),
  B: palette('B', 'wave', 'wave', ['#1F5FBF', '#3F7FD4', '#6FA6E6', '#133F88', '#0A2455', '#F2F8FF', '#FFC76B', '#FFFAEA']),
  W: palette('W', 'peak', 'peak', ['#FFFFFF', '#DCE5EC', '#B3C3D1', '#5F7991', '#2C4157', '#FFFFFF', '#E58A63', '#1F3247']),
  G: palette('G', 'leaf', 'canopy', ['#3FA66B', '#2F8E5A', '#62BC83', '#15593A', '#083222', '#E6F5BF', '#F2B94A', '#05241A']),
  R: palette('R', 'flame', 'lava', ['#8E1F2F', '#A9362F', '#C9513A', '#560E1F', '#2A0511', '#FFD9A0', '#FF9440', '#FFF0DA']),
  P: palette('P', 'column', 'masonry', ['#5B2A86', '#6F3F9C', '#8B62B5', '#3B1760', '#220A3C', '#F3E3FF', '#F2B94A', '#FFF3E0']),
};

export const ROLL: Record<RollColor, Palette> = {
  R: { ...CARDS.R, name: 'roll-R' },
  O: palette('roll-O', 'peak', 'dune', ['#E8742C', '#F08E4A', '#C9571B', '#8E3510', '#4A1705', '#FFE6C7', '#FFD36B', '#2E0F02']),
  Y: { ...CARDS.Y, name: 'roll-Y', base: '#F5E663' },
  G: { ...CARDS.G, name: 'roll-G', base: '#41A385', numeral: '#04231A' },
  B: { ...CARDS.B, name: 'roll-B', base: '#1564E5' },
  P: { ...CARDS.P, name: 'roll-P', base: '#562A7C' },
};
