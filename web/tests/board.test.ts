// The board table: everything fits every screen, figures keep their places, and other players' moves are worked out from their decisions.

import { expect, test } from 'vitest';
import { COPIES, NUMBERS } from '../src/box/board';
import type { Happened } from '../src/client/wire';
import { BOARD_COLORS, figureAt, geometryOf, SLOTS, stepAt, STEPS, TILE_SIDES, tileAt } from '../src/drawings/board/geometry';
import { arrange, FRAME } from '../src/games/board/arrange';
import { lastOf } from '../src/games/board/last';
import { fits } from '../src/games/board/paths';
import { prizeBetween, stand, walksBetween } from '../src/games/board/standing';
import { unseen } from '../src/games/board/unseen';
import type { BoardView } from '../src/games/board/view';
import { stageOf } from '../src/games/stage';

const SIZES = [[390, 664], [360, 640], [844, 390], [740, 360], [820, 1180], [1180, 820], [768, 1024], [1024, 768], [1280, 720], [1440, 900], [1920, 1080], [2560, 1440], [3840, 2160]] as const;
const EACH = SIZES.flatMap(([width, height]) => [2, 3, 4].flatMap((players) => [true, false].map((watching) => ({ width, height, players, watching }))));
/** A card's height as a multiple of its width. */
const HIGH = 1.4;
/** A figure's drawing as a share of the height it is given. */
const DRAWN = (1.15 * 40) / 52;

test.each(EACH)('$width x $height with $players players, watching: $watching', ({ width, height, players, watching }) => {
  const stage = stageOf(width, height);
  const { map, foot, hand, shown, pitch, across, pile, pileShown, column, room, rail, player, turns } = arrange(stage, players, watching);
  const geometry = geometryOf(map.width, map.height, foot);
  const margins = 2 * (stage.mode === 'desk' ? 24 * stage.grow : 12);

  // Nothing is wider or higher than the stage.
  const beside = stage.mode === 'desk' || stage.mode === 'beside' ? rail : 0;
  expect(map.width + 2 * FRAME + beside).toBeLessThanOrEqual(stage.width - margins + 0.01);
  const below = watching || stage.mode === 'beside' ? 0 : (8 / across) * HIGH * shown * hand;
  expect(map.height + 2 * FRAME + below).toBeLessThan(stage.height);
  if (!watching) expect((across - 1) * pitch + hand).toBeLessThanOrEqual(stage.width - margins + 0.01);
  const cells = stage.mode === 'phone' ? 5 : 6;
  expect(cells * pile).toBeLessThan((rail || stage.width - margins) - cells * 4);
  if (stage.mode === 'desk') {
    const rows = players * (player + 4 * stage.grow) + HIGH * column * room + HIGH * pileShown * pile + turns * 25 * stage.grow;
    expect(rows).toBeLessThan(stage.height - 200 * stage.grow);
  }

  // Nothing is too small to read or to tap.
  if (!watching) expect(HIGH * hand * shown).toBeGreaterThanOrEqual(42);
  expect(hand === 0 ? 70 : hand).toBeGreaterThanOrEqual(70);
  expect(player).toBeGreaterThanOrEqual(40);
  expect(HIGH * pile * pileShown).toBeGreaterThanOrEqual(26);
  if (column > 0) {
    expect(column).toBeGreaterThanOrEqual(34);
    expect(room).toBeGreaterThanOrEqual(1.29);
  }
  expect(geometry.pitch).toBeGreaterThanOrEqual(25);
  expect(DRAWN * geometry.figure).toBeGreaterThanOrEqual(23.8);
  expect(TILE_SIDES * geometry.tile).toBeGreaterThanOrEqual(24);
});

test.each(EACH)('on the map of $width x $height all lies on its own path', ({ width, height, players, watching }) => {
  const { map, foot } = arrange(stageOf(width, height), players, watching);
  const geometry = geometryOf(map.width, map.height, foot);
  for (const [index, color] of BOARD_COLORS.entries()) {
    const [left, right] = [geometry.region * index, geometry.region * (index + 1)];
    for (const step of STEPS) {
      const [[x, y], [tile]] = [stepAt(geometry, color, step), tileAt(geometry, color, step)];
      expect(Math.min(x - geometry.stone[0], tile - geometry.tile)).toBeGreaterThanOrEqual(left - 1);
      expect(Math.max(x + geometry.stone[0], tile + geometry.tile)).toBeLessThanOrEqual(right + 1);
      expect(y - geometry.stone[1]).toBeGreaterThan(0);
      expect(y + geometry.stone[1]).toBeLessThanOrEqual(map.height - foot);
      for (const slot of SLOTS.slice(0, 2)) expect(Math.abs(figureAt(geometry, color, step, slot)[0] - geometry.region * (index + 0.5))).toBeLessThan(geometry.region * 0.56);
    }
  }
});

const view = (fields: Partial<BoardView>): BoardView => ({ round: 1, figures: [{}, {}], tiles: {}, expeditions: [{}, {}], discards: {}, options: {}, ...fields }) as BoardView;

test('figures keep their places while others come and go', () => {
  const both = stand(view({ figures: [{ Y: { step: 1, kind: 'e' } }, { Y: { step: 1, kind: 's' } }] }));
  expect(both.map(({ key, slot }) => [key, slot])).toEqual([['0Y', 0], ['1Y', 1]]);
  const one = stand(view({ figures: [{ Y: { step: 2, kind: 'e' } }, { Y: { step: 1, kind: 's' } }] }), both);
  expect(one.map(({ key, slot }) => [key, slot])).toEqual([['0Y', 0], ['1Y', 1]]);
  const third = stand(view({ figures: [{ Y: { step: 2, kind: 'e' } }, { Y: { step: 1, kind: 's' } }, { Y: { step: 1, kind: 'e' } }] }), one);
  expect(third.map(({ key, slot }) => [key, slot])).toEqual([['0Y', 0], ['1Y', 1], ['2Y', 0]]);
});

test('a step is a walk, also from outside and back, and a tile that is gone was taken by whoever came', () => {
  const before = view({ tiles: { Y: { 3: 'A', 5: '>' } }, figures: [{ Y: { step: 2, kind: 'e' } }, {}] });
  const after = view({ tiles: { Y: { 5: '>' } }, figures: [{ Y: { step: 3, kind: 'e' } }, { B: { step: 1, kind: 's' } }] });
  const walks = walksBetween(before, after);
  expect(walks.map(({ key, from, to }) => [key, from, to])).toEqual([['0Y', 2, 3], ['1B', 0, 1]]);
  expect(prizeBetween(before, after, walks)).toEqual({ seat: 0, color: 'Y', step: 3, kind: 'A' });
  expect(walksBetween(after, before).map(({ key, from, to }) => [key, from, to])).toEqual([['0Y', 3, 2]]);
  expect(prizeBetween(after, before, walksBetween(after, before))).toBeNull();
  expect(walksBetween(before, { ...after, round: 2 })).toEqual([]);
});

const made = (...moves: [seat: number, move: string][]): Happened[] => moves.map(([seat, move], i) => ({ version: i + 1, seat, turn: i, move })).reverse();

test('what others did since one acted stays marked: of each figure its last step, and what was discarded', () => {
  const happened = made([0, 'Y3'], [0, '+'], [1, 'W7:s'], [1, '>G'], [1, '+'], [2, '-B4'], [2, '+W'], [1, '>W']);
  expect(lastOf(happened, 0)).toEqual({ moved: [{ seat: 1, path: 'W', card: null }, { seat: 1, path: 'G', card: null }], discarded: [{ seat: 2, card: 'B4' }] });
  expect(lastOf([...made([0, 'Y3']), ...happened], 0)).toEqual({ moved: [], discarded: [] });
  expect(lastOf(made([1, 'W7:s'], [1, 'W8']), null).moved).toEqual([{ seat: 1, path: 'W', card: 'W8' }]);
});

test('a card follows an equal or higher one, and on a path that falls an equal or lower one', () => {
  const up = view({ expeditions: [{ Y: ['Y3', 'Y5'] }, {}] });
  expect(['Y4', 'Y5', 'Y9', 'B0'].map((card) => fits(up, 0, card))).toEqual([false, true, true, true]);
  const either = view({ options: { direction: 'either' }, expeditions: [{ Y: ['Y5', 'Y3'], B: ['B4'] }, {}] });
  expect(['Y4', 'Y3', 'Y0', 'B9', 'B1'].map((card) => fits(either, 0, card))).toEqual([false, true, true, true, true]);
});

test('cards that lie open or are in the own hand are not unseen', () => {
  const left = unseen(view({ hand: ['Y0', 'Y0'], expeditions: [{ Y: ['Y3'] }, { B: ['B10'] }], discards: { B: ['B10'] } }));
  expect([left.Y[0], left.Y[3], left.B[10], left.W[5]]).toEqual([0, 1, 0, COPIES]);
  expect(left.W.length).toBe(NUMBERS);
});
