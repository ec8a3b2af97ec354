// Where the figures stand on the map. Several figures on a step each have a place, and keep it while they stay.

import { SLOTS } from '../../drawings/board/geometry';
import { type BoardView, type PathColor, PATHS } from './view';

export interface Standing {
  /** Identifies the figure. */
  key: string;
  seat: number;
  color: PathColor;
  step: number;
  scientist: boolean;
  slot: number;
}

const figuresOf = ({ figures }: BoardView): Omit<Standing, 'slot'>[] =>
  figures.flatMap((own, seat) =>
    PATHS.flatMap((color) => {
      const found = own[color];
      return found ? [{ key: `${seat}${color}`, seat, color, step: found.step, scientist: found.kind === 's' }] : [];
    }),
  );

/** Figures that stay keep their place; those that arrive take the first free one. */
export function stand(view: BoardView, before: readonly Standing[] = []): Standing[] {
  const now = figuresOf(view);
  const stayed = now.flatMap((figure) => before.filter(({ key, step }) => key === figure.key && step === figure.step));
  const placed = [...stayed];
  for (const figure of now.filter(({ key }) => !stayed.some((other) => other.key === key))) {
    const taken = placed.filter(({ color, step }) => color === figure.color && step === figure.step).map(({ slot }) => slot);
    placed.push({ ...figure, slot: SLOTS.find((slot) => !taken.includes(slot)) ?? 0 });
  }
  return placed.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** A figure on its way from one step to another; 0 is outside the map. */
export interface Walk {
  key: string;
  seat: number;
  color: PathColor;
  from: number;
  to: number;
}

export function walksBetween(before: BoardView, after: BoardView): Walk[] {
  if (before.round !== after.round || before.figures.length !== after.figures.length) return [];
  return figuresOf(after).flatMap(({ key, seat, color, step: to }) => {
    const from = before.figures[seat]?.[color]?.step ?? 0;
    return from === to ? [] : [{ key, seat, color, from, to }];
  });
}

/** A tile that was taken, and who took it. */
export interface Prize {
  seat: number;
  color: PathColor;
  step: number;
  kind: string;
}

export function prizeBetween(before: BoardView, after: BoardView, walks: readonly Walk[]): Prize | null {
  for (const { seat, color, from, to } of walks) {
    const kind = before.tiles[color]?.[to];
    if (to > from && kind && !after.tiles[color]?.[to]) return { seat, color, step: to, kind };
  }
  return null;
}
