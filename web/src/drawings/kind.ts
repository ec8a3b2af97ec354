// The kind of a card as notation writes it: `Y7`, `B*`, `W10`.

import type { CardColor } from './palettes';

export type Rank = number | '*';

export interface Kind {
  color: CardColor;
  rank: Rank;
}

export function parseKind(kind: string): Kind {
  const rest = kind.slice(1);
  return { color: kind[0] as CardColor, rank: rest === '*' ? '*' : Number(rest) };
}

export const isWager = (kind: string): boolean => kind.endsWith('*');
