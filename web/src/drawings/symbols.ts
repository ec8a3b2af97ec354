// The symbols that accompany every colour, and those of tiles and sheets, on a square of 24.

import { at, block, disc, each, line, shape } from './svg';

export type SymbolName = 'sun' | 'wave' | 'peak' | 'leaf' | 'flame' | 'column' | 'star' | 'vase' | 'arrow' | 'die' | 'bridge' | 'hat';

type Draw = (color: string, inner: string) => string;

const turned = (angles: readonly number[], data: string, color: string, more = ''): string =>
  each(angles, (angle) => shape(data, color, `${more} transform="rotate(${angle} 12 12)"`.trim()));

const STRAIGHT = [0, 90, 180, 270];
const DIAGONAL = [45, 135, 225, 315];

const SYMBOLS: Record<SymbolName, Draw> = {
  sun: (color) => disc(12, 12, 5.2, color) + turned([...STRAIGHT, ...DIAGONAL], 'M10.4 5.2L12 .6 13.6 5.2Z', color),
  wave: (color) =>
    shape('M1 12.5C3.5 5.5 9 3 13.2 5.6c3 1.9 2.6 5.6-.2 5.6-1.6 0-2.2-1.3-1.6-2.4-3 .4-3.4 5.4 1.6 5.4 4 0 6-2.6 10-2.6V16c-4 0-6 2.4-10.5 2.4C7 18.4 5 16 1 16Z', color) +
    shape('M1 18.2c4 0 6 2.4 11 2.4s7-2.4 11-2.4v2.3c-4 0-6.5 2.3-11 2.3S5 20.5 1 20.5Z', color),
  peak: (color, inner) =>
    shape('M1 21L9.2 4.5l3.3 6.3L15.2 6.8 23 21Z', color) +
    shape('M9.2 4.5L6.1 10.8l1.9 1.5 1.4-1.7 1.7 1.5 1.4-1.3Z', inner, 'opacity=".92"'),
  leaf: (color, inner) =>
    shape('M20.8 2.5C9 2.5 2.6 8.2 4.2 17.2L2.4 20.8l1.8.9 1.9-3.2C15.8 20.4 21.5 14 20.8 2.5Z', color) +
    line('M6.2 18.2C8.5 13 12 9.4 17 6.5', inner, 1.4, 'opacity=".8"'),
  flame: (color, inner) =>
    shape('M12.8 1C13.4 6 19.5 8.8 19.5 15.2 19.5 20 16 23 12 23S4.5 20 4.5 15.5C4.5 12.3 6.3 10 7.6 8c.4 2 1 3 2.2 3.6C9.3 7.8 10.2 3.6 12.8 1Z', color) +
    shape('M12.2 12.5c.4 2.5 3 3.5 3 6.2A3.2 3.2 0 0 1 12 22a3.2 3.2 0 0 1-3.2-3.3c0-2.4 2.3-3.4 3.4-6.2Z', inner, 'opacity=".6"'),
  column: (color) => shape('M3 2.5h18v3.5H3ZM5 6.8h14l-1.6 2.4H6.6ZM7 10h2.3v8.5H7ZM10.85 10h2.3v8.5h-2.3ZM14.7 10H17v8.5h-2.3ZM3.5 19.3h17v3h-17Z', color),
  star: (color) =>
    turned(DIAGONAL, 'M12 12L9.6 9.6 12 4.2 14.4 9.6Z', color, 'opacity=".72"') + turned(STRAIGHT, 'M12 12L9.4 9 12 .3 14.6 9Z', color),
  vase: (color, inner) =>
    shape('M8 2h8v2.2h-1.6c0 2.3 4.6 4.3 4.6 9.3 0 4-2.6 6-3.8 7H16V22.5H8V20.5h.8C7.6 19.5 5 17.5 5 13.5 5 8.5 9.6 6.5 9.6 4.2H8Z', color) +
    line('M5.6 12.2h12.8M6.2 15.8h11.6', inner, 1.4, 'opacity=".75"'),
  arrow: (color) => shape('M12 2L21 12h-5.2v10H8.2V12H3Z', color),
  die: (color, inner) => block(3, 3, 18, 18, color, 4) + each([8.2, 12, 15.8], (place) => disc(place, place, 1.7, inner)),
  bridge: (color) => line('M2 10Q12 2 22 10M2 17Q12 9 22 17', color, 2) + line('M4.5 8.5v7M9.5 6.3v6.8M14.5 6.3v6.8M19.5 8.5v7', color, 1.6),
  hat: (color) => shape('M6.5 16V5h11v11h4.5v3H2v-3Z', color),
};

/** A symbol in one colour; `inner` is for the few fine lines cut out of it. */
export const symbol = (name: SymbolName, color: string, inner = '#fff'): string => SYMBOLS[name](color, inner);

export const symbolAt = (name: SymbolName, x: number, y: number, size: number, color: string, inner?: string): string =>
  at(symbol(name, color, inner), x, y, size / 24);
