// What an expedition is worth, step by step as in the rulebook. This is only for display: the server's score counts.

import type { Box } from './view';

export interface Worth {
  sum: number;
  factor: number;
  bonus: number;
  total: number;
}

export function worth(cards: readonly string[], box: Box): Worth {
  if (cards.length === 0) return { sum: 0, factor: 1, bonus: 0, total: 0 };
  const numbers = cards.filter((card) => !card.endsWith('*')).map((card) => Number(card.slice(1)));
  const sum = numbers.reduce((one, other) => one + other, 0);
  const factor = 1 + cards.length - numbers.length;
  const bonus = cards.length >= box.long ? box.bonus : 0;
  return { sum, factor, bonus, total: (sum - box.cost) * factor + bonus };
}
