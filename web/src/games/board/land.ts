// The land of a match: on every path the farthest way of all expeditions, with the figure that went it; below it what the path's figures were worth in the whole match.

import { figure as drawnFigure } from '../../drawings/board/figure';
import { LANDMARKS } from '../../drawings/landmarks';
import type { Landmark } from '../../drawings/landmarks/landmark';
import { CARDS } from '../../drawings/palettes';
import type { Land, Massif, Ridge, Share } from '../../drawings/panorama/massif';
import type { View } from '../../client/wire';
import { artifactsWorth, figureWorth, roundsOf, sumUp } from './score';
import { type BoardView, BRIDGE, figure, laid, LAST_STEP, numberOf, type PathColor, PATHS } from './view';

/** The lost city is at the end of the path, whatever card led there; elsewhere the landmark before it stands for a 10. */
const CITY = 10;
const landmarkOf = (color: PathColor, card: string, step: number): Landmark | undefined => LANDMARKS[color][step === LAST_STEP ? CITY : Math.min(numberOf(card), CITY - 1)];

function ridgesOf(view: BoardView, seat: number, color: PathColor, double: string): Ridge[] {
  const own = figure(view, seat, color);
  const cards = laid(view, seat, color);
  return Array.from({ length: own?.step ?? 0 }, (_, index) => {
    const step = index + 1;
    const card = cards[index];
    const landmark = card === undefined && step < LAST_STEP ? undefined : landmarkOf(color, card ?? '', step);
    const ridge: Ridge = { landmark: landmark ?? null, bridge: step === BRIDGE };
    return own && step === own.step ? { ...ridge, figure: drawnFigure(seat, own.kind === 's', double) } : ridge;
  });
}

function massifOf(views: readonly BoardView[], seat: number, color: PathColor, double: string): Massif {
  const went = views.map((view) => ({ view, own: figure(view, seat, color) })).flatMap(({ view, own }) => (own ? [{ view, points: figureWorth(own), step: own.step }] : []));
  const [best] = went.sort((one, other) => other.step - one.step || other.points - one.points);
  return { palette: CARDS[color], ridges: best ? ridgesOf(best.view, seat, color, double) : [], city: best?.step === LAST_STEP, points: best?.points ?? 0 };
}

function share(views: readonly BoardView[], seat: number, color: PathColor): Share {
  const figures = views.flatMap((view) => figure(view, seat, color) ?? []);
  return { symbol: CARDS[color].symbol, points: figures.length > 0 ? figures.reduce((sum, one) => sum + figureWorth(one), 0) : null };
}

/** What tiles gave; none if a loss below 0 hides it. */
function tiles(views: readonly BoardView[], seat: number): Share[] {
  const sums = views.map((view) => sumUp(view, seat).tiles);
  return sums.includes(null) ? [] : [{ symbol: 'star', points: sums.reduce<number>((sum, one) => sum + (one ?? 0), 0) }];
}

export function landOf(rounds: readonly View[], seat: number, double: string): Land {
  const views = rounds as readonly BoardView[];
  const last = views.at(-1);
  if (!last) return { massifs: [], shares: [] };
  const found = last.artifacts[seat] ?? 0;
  return {
    massifs: PATHS.map((color) => massifOf(views, seat, color, double)),
    shares: [...PATHS.map((color) => share(views, seat, color)), ...tiles(views, seat), { symbol: 'vase', points: artifactsWorth(found, roundsOf(last)) }],
    finds: Array.from({ length: found }, () => 'vase'),
  };
}
