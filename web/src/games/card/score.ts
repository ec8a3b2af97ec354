// What an expedition is worth, step by step as the rulebook works it out. The page only shows it: what counts is the server's score.

const COST = 20;
const BONUS = 20;
const LONG = 8;

export interface Worth {
  sum: number;
  factor: number;
  bonus: number;
  total: number;
}

export function worth(cards: readonly string[]): Worth {
  if (cards.length === 0) return { sum: 0, factor: 1, bonus: 0, total: 0 };
  const numbers = cards.filter((card) => !card.endsWith('*')).map((card) => Number(card.slice(1)));
  const sum = numbers.reduce((one, other) => one + other, 0);
  const factor = 1 + cards.length - numbers.length;
  const bonus = cards.length >= LONG ? BONUS : 0;
  return { sum, factor, bonus, total: (sum - COST) * factor + bonus };
}
