// What a browser remembers of shuffles.

import { expect, test, vi } from 'vitest';
import { Memories } from '../src/fair/memory';
import { Shelf } from './shelf';

test('what was seen is kept, and what was seen first counts', () => {
  const shelf = new Shelf();
  new Memories('t', shelf).see(2, { 'hand/0': 'B2 Y7' });
  new Memories('t', shelf).see(2, { 'hand/0': 'R9', 'left/43': 'W5' });
  expect(new Memories('t', shelf).of(2).seen).toEqual({ 'hand/0': 'B2 Y7', 'left/43': 'W5' });
  expect(new Memories('t', shelf).of(1).seen).toEqual({});
  expect(new Memories('u', shelf).of(2).seen).toEqual({});
});

test('only the newest rounds are kept', () => {
  const shelf = new Shelf();
  shelf.setItem('language', 'fa');
  vi.useFakeTimers();
  for (let round = 1; round <= 60; round += 1) {
    vi.setSystemTime(1_000_000 + round);
    new Memories('t', shelf).see(round, { 'left/0': 'Y7' });
  }
  vi.useRealTimers();
  const memories = new Memories('t', shelf);
  expect(shelf.length).toBe(1 + 40);
  expect(memories.of(60).seen).toEqual({ 'left/0': 'Y7' });
  expect(memories.of(1).seen).toEqual({});
  expect(shelf.getItem('language')).toBe('fa');
});

test('a browser that keeps nothing remembers until the page is closed', () => {
  const memories = new Memories('t', null);
  memories.see(1, { 'left/0': 'Y7' });
  expect(memories.of(1).seen).toEqual({ 'left/0': 'Y7' });
});

test('what another version left behind does no harm', () => {
  const shelf = new Shelf();
  shelf.setItem('shuffle/t/1', '{not JSON');
  shelf.setItem('shuffle/t/2', '{"commitment": "ab"}');
  expect(new Memories('t', shelf).of(1).seen).toEqual({});
  expect(new Memories('t', shelf).of(2)).toMatchObject({ commitment: 'ab', seen: {} });
});
