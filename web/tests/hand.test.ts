// Choosing from a hand: by place or by key, and only legal moves.

import { expect, test } from 'vitest';
import { Choice } from '../src/games/board/hand.svelte';
import { HandChoice } from '../src/games/hand.svelte';

function chooser<T extends HandChoice>(Kind: new (...given: ConstructorParameters<typeof HandChoice>) => T, hand: string[], legal: string[]): { choice: T; made: string[]; press(key: string): void } {
  const made: string[] = [];
  const choice = new Kind(() => ({ legal, choose: (move) => made.push(move) }), () => hand.map((card, slot) => ({ id: slot, card, slot })));
  const press = (key: string): void => choice.onkeydown({ key, target: null, preventDefault: () => undefined } as unknown as KeyboardEvent);
  return { choice, made, press };
}

test('equal cards are told apart by their places, and a card is put back by choosing it again', () => {
  const { choice } = chooser(HandChoice, ['Y2', 'Y2', 'B3'], ['Y2', '-Y2', '-B3']);
  choice.pick(1);
  expect([choice.place, choice.card]).toEqual([1, 'Y2']);
  choice.pick(1);
  expect(choice.card).toBeNull();
});

test('a card that cannot be laid can be discarded, on the pile of its colour', () => {
  const { choice, made } = chooser(HandChoice, ['Y2', 'B3'], ['Y2', '-Y2', '-B3']);
  choice.pick(1);
  expect([choice.canLay, choice.isTarget('B'), choice.isPileTarget('B'), choice.isPileTarget('Y')]).toEqual([false, false, true, false]);
  choice.lay();
  choice.tapPile('Y');
  expect(made).toEqual([]);
  choice.tapPile('B');
  expect([made, choice.place]).toEqual([['-B3'], null]);
});

test('while drawing, a pile is taken from and no card can be chosen', () => {
  const { choice, made } = chooser(HandChoice, ['Y2'], ['+', '+B']);
  choice.pick(0);
  expect([choice.card, choice.isPileTarget('B'), choice.isPileTarget('G')]).toEqual([null, true, false]);
  choice.tapPile('B');
  choice.make('+G');
  expect(made).toEqual(['+B']);
});

test('a card that opens a path needs a figure, an explorer unless another is chosen', () => {
  const { choice, made } = chooser(Choice, ['Y2', 'B3'], ['Y2:e', 'Y2:s', '-Y2', 'B3', '-B3']);
  choice.pick(0);
  expect([choice.canGoOn, choice.canOpen('s'), choice.only, choice.ways]).toEqual([false, true, null, ['Y2:e', 'Y2:s']]);
  choice.lay();
  choice.pick(1);
  expect([choice.canGoOn, choice.canOpen('s'), choice.only]).toEqual([true, false, 'B3']);
  expect(made).toEqual(['Y2:e']);
});
