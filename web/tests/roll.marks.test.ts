// Dice keep their places through a turn, marks are distinct on a sheet, and each flies from where it starts.

import { describe, expect, test } from 'vitest';
import { lay, NO_DICE } from '../src/games/roll/dice';
import { placesMade } from '../src/games/roll/layout';
import { markFlights } from '../src/games/roll/paths';
import type { Sheet } from '../src/games/roll/view';

const NOBODY = { color: null, number: null };
const BLANK: Sheet = { circles: [], boxes: {}, tops: [], artifacts: 0, dice: 0, bonus: 0 };
const faces = (row: readonly { face: string; taken: boolean }[]): string => row.map(({ face, taken }) => (taken ? `(${face})` : face)).join('');

describe('dice', () => {
  const rolled = lay(NO_DICE, ['ROR', '309'], null, NOBODY);

  test('what the roller took stays at its place', () => {
    const now = lay(rolled, ['RR', '39'], 'O0', NOBODY);
    expect([faces(now.color), faces(now.number)]).toEqual(['R(O)R', '3(0)9']);
  });

  test('of equal dice the one that was chosen is taken', () => {
    expect(faces(lay(rolled, ['RO', '39'], 'R0', { color: 2, number: 1 }).color)).toBe('RO(R)');
    expect(faces(lay(rolled, ['RO', '39'], 'R0', NOBODY).color)).toBe('(R)OR');
  });

  test('taken back, they lie as they did', () => {
    const now = lay(lay(rolled, ['RR', '39'], 'O0', NOBODY), ['ROR', '309'], null, NOBODY);
    expect([faces(now.color), faces(now.number)]).toEqual(['ROR', '309']);
  });

  test('whoever comes in sees all of them, too', () => {
    const now = lay(NO_DICE, ['RR', '39'], 'O0', NOBODY);
    expect([faces(now.color), faces(now.number)]).toEqual(['RR(O)', '39(0)']);
  });
});

describe('what was entered last', () => {
  const sheet: Sheet = { circles: ['B', 'P'], boxes: { G: [1, 3, 3], R: [1, 1, 1, 1, 1, 1, 1, 1, 1] }, tops: ['R'], artifacts: 2, dice: 4, bonus: 0 };

  test.each([
    [['G3'], [['G', 3]]],
    [['>G', 'G3'], [['G', 3], ['G', 2]]],
    [['>R', 'R1'], [['R', 'top'], ['R', 9]]],
    [['B0'], [['B', 'circle']]],
    [['.'], [['D', 4]]],
    [['>.', 'G3'], [['G', 3]]],
  ] as const)('%j', (moves, places) => {
    expect(placesMade(sheet, moves)).toEqual(places.map(([column, spot]) => ({ column, spot })));
  });
});

describe('flights', () => {
  const dice = lay(NO_DICE, ['ROR', '330'], null, NOBODY);
  const made = (move: string, before: Partial<Sheet>, after: Partial<Sheet>, picked: number | null = null) =>
    markFlights({ version: 1, seat: 1, turn: 0, move, card: undefined, what: undefined }, { ...BLANK, ...before }, { ...BLANK, ...after }, dice, picked).map(({ from, to, kind }) => [from[0], to[0], kind]);

  test('a number leaves the die that was chosen', () => {
    expect(made('R3', {}, { boxes: { R: [3] } })).toEqual([['die:number:0', 'spot:1:R:1', '3']]);
    expect(made('R3', {}, { boxes: { R: [3] } }, 1)).toEqual([['die:number:1', 'spot:1:R:1', '3']]);
  });

  test('an artifact goes on from its box to its column', () => {
    expect(made('O3', { boxes: { O: [1] } }, { boxes: { O: [1, 3] }, artifacts: 1 })).toEqual([
      ['die:number:0', 'spot:1:O:2', '3'],
      ['spot:1:O:2', 'spot:1:A:1', 'vase'],
    ]);
  });

  test('an advance repeats the number below it', () => {
    expect(made('>R', { boxes: { R: [3] } }, { boxes: { R: [3, 3] } })).toEqual([['spot:1:R:1', 'spot:1:R:2', '3']]);
    expect(made('>R', {}, { boxes: { R: [1] } })).toEqual([['spot:1:R:circle', 'spot:1:R:1', '1']]);
  });

  test('taking none marks a dice symbol, unless all are filled', () => {
    expect(made('.', { dice: 2 }, { dice: 3 })).toEqual([['none', 'spot:1:D:3', 'die']]);
    expect(made('.', { dice: 9 }, { dice: 9 })).toEqual([]);
    expect(made('>.', {}, {})).toEqual([]);
  });
});
