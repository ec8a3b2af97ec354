// A replay: decisions grouped into turns, how it continues, and what a swipe means.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Position } from '../src/client/api';
import { PACE, Playback, WITHIN } from '../src/replay/playback.svelte';
import { stepOf } from '../src/replay/swipe';
import { decisions, endOf, turnsIn } from '../src/replay/turns';

type Made = [seat: number, move: string, turn: number, card?: string];

/** Positions of a round: who decides what, in which turn of the game. */
function positions(made: readonly Made[]): Position[] {
  const turns = [...made.map(([, , turn]) => turn), made.length];
  const of = (turn: number): Position['view'] => ({ turn }) as Position['view'];
  const deal = { seat: null, move: null, card: null, hands: [], view: of(turns[0] ?? 0) };
  return [deal, ...made.map(([seat, move, , card], i) => ({ seat, move, card: card ?? null, hands: [], view: of(turns[i + 1] ?? 0) }))];
}

const turns = (made: readonly Made[]) => turnsIn(decisions(positions(made)));

test('play and draw are one turn', () => {
  const found = turns([[0, 'Y7', 0], [0, '+', 0, 'B2'], [1, '-W3', 1], [1, '+Y', 1, 'Y5']]);
  expect(found.map(({ seat, moves }) => [seat, ...moves.map(({ move, card }) => `${move} ${card ?? ''}`.trim())])).toEqual([[0, 'Y7', '+ B2'], [1, '-W3', '+Y Y5']]);
  expect(found.map(endOf)).toEqual([2, 4]);
});

test('those who share a turn have a line each, and a seat that goes on in the next turn has two', () => {
  const found = turns([[1, 'R1', 0], [0, 'O5', 0], [0, 'P5', 1], [0, '>P', 1], [1, '.', 1]]);
  expect(found.map((turn) => [turn.seat, endOf(turn)])).toEqual([[1, 1], [0, 2], [0, 4], [1, 5]]);
});

test('a round without a decision has no turns', () => {
  expect(turns([])).toEqual([]);
});

const ENDS = [0, 2, 4, 7];
let still = false;
let playback: Playback;

beforeEach(() => {
  vi.useFakeTimers();
  still = false;
  playback = new Playback(() => ({ ends: ENDS, still }));
});

afterEach(() => {
  playback.stop();
  vi.useRealTimers();
});

test('a step shows the decisions of a turn one after the other', () => {
  playback.forward();
  expect(playback.at).toBe(1);
  expect(playback.step).toBe(1);
  vi.advanceTimersByTime(WITHIN);
  expect(playback.at).toBe(2);
  vi.advanceTimersByTime(10 * WITHIN);
  expect(playback.at).toBe(2);
});

test('another step finishes the one that is under way', () => {
  playback.forward();
  playback.forward();
  expect(playback.at).toBe(3);
  vi.advanceTimersByTime(WITHIN);
  expect(playback.at).toBe(4);
});

test('back goes to the end of the turn before, or to the beginning of one that is under way', () => {
  playback.go(4);
  playback.back();
  expect(playback.at).toBe(2);
  playback.forward();
  playback.back();
  expect(playback.at).toBe(2);
  vi.advanceTimersByTime(10 * WITHIN);
  expect(playback.at).toBe(2);
});

test('nothing lies beyond the ends', () => {
  playback.back();
  expect(playback.at).toBe(0);
  playback.go(99);
  expect(playback.at).toBe(7);
  playback.forward();
  expect(playback.at).toBe(7);
  playback.goToStep(9);
  expect(playback.at).toBe(7);
});

test('without motion a step is there at once', () => {
  still = true;
  playback.forward();
  expect(playback.at).toBe(2);
  playback.toggle();
  expect(playback.at).toBe(4);
  vi.advanceTimersByTime(PACE.normal);
  expect(playback.at).toBe(7);
});

test('it plays by itself at its speed, pauses, and stops at the end', () => {
  playback.go(2);
  playback.speed = 'fast';
  playback.toggle();
  expect([playback.playing, playback.at]).toEqual([true, 3]);
  vi.advanceTimersByTime(PACE.fast);
  expect(playback.at).toBe(4);
  playback.toggle();
  vi.advanceTimersByTime(10 * PACE.fast);
  expect([playback.playing, playback.at]).toEqual([false, 4]);
  playback.speed = 'slow';
  playback.toggle();
  vi.advanceTimersByTime(PACE.slow - 1);
  expect(playback.at).toBe(5);
  vi.advanceTimersByTime(2 * PACE.slow);
  expect([playback.playing, playback.at]).toEqual([false, 7]);
});

test('played again at its end it begins with the deal', () => {
  playback.go(7);
  playback.toggle();
  expect([playback.playing, playback.at]).toEqual([true, 0]);
  vi.advanceTimersByTime(PACE.normal);
  expect(playback.at).toBe(1);
});

test('a step while it plays is a step and nothing more', () => {
  playback.toggle();
  playback.forward();
  expect(playback.playing).toBe(false);
  expect(playback.at).toBe(2);
  vi.advanceTimersByTime(10 * PACE.normal);
  expect(playback.at).toBe(2);
});

test('a finger that goes sideways steps, in the direction of the lines', () => {
  const from = { x: 200, y: 300 };
  expect(stepOf(from, { x: 120, y: 310 }, 390, 1)).toBe(1);
  expect(stepOf(from, { x: 280, y: 310 }, 390, 1)).toBe(-1);
  expect(stepOf(from, { x: 280, y: 310 }, 390, -1)).toBe(1);
  expect(stepOf(from, { x: 120, y: 380 }, 390, 1)).toBe(0);
  expect(stepOf(from, { x: 180, y: 300 }, 390, 1)).toBe(0);
  expect(stepOf({ x: 8, y: 300 }, { x: 120, y: 300 }, 390, 1)).toBe(0);
});
