// The land of a match: of every region the best expedition of all rounds, and below it what the region was worth in the whole match.

import { LANDMARKS } from '../../drawings/landmarks';
import { type CardColor, CARDS } from '../../drawings/palettes';
import type { Land, Massif, Ridge } from '../../drawings/panorama/massif';
import type { View } from '../../client/wire';
import { worth } from './score';
import { type Box, boxOf, type CardView, colorsOf, highest, isWager, laid, numberOf } from './view';

/** The lost city is on the highest card. */
const CITY = 10;

function ridgesOf(color: CardColor, cards: readonly string[], city: boolean): Ridge[] {
  return cards.map((card, index) => {
    const number = city && index === cards.length - 1 ? CITY : numberOf(card);
    return isWager(card) ? { landmark: null, camp: true } : { landmark: LANDMARKS[color][number] ?? null };
  });
}

function massifOf(color: CardColor, expeditions: readonly (readonly string[])[], box: Box): Massif {
  const points = (cards: readonly string[]): number => worth(cards, box).total;
  const [best = []] = expeditions.filter((cards) => cards.length > 0).sort((one, other) => points(other) - points(one));
  const city = highest(best) === box.numbers + 1;
  return { palette: CARDS[color], ridges: ridgesOf(color, best, city), city, points: points(best) };
}

export function landOf(rounds: readonly View[], seat: number): Land {
  const views = rounds as readonly CardView[];
  const [first] = views;
  if (!first) return { massifs: [], shares: [] };
  const box = boxOf(first.options);
  const colors = colorsOf(first);
  const all = colors.map((color) => views.map((view) => laid(view, seat, color)));
  const sum = (expeditions: readonly (readonly string[])[]): number | null =>
    expeditions.every((cards) => cards.length === 0) ? null : expeditions.reduce((points, cards) => points + worth(cards, box).total, 0);
  return {
    massifs: colors.map((color, index) => massifOf(color, all[index] ?? [], box)),
    shares: colors.map((color, index) => ({ symbol: CARDS[color].symbol, points: sum(all[index] ?? []) })),
  };
}
