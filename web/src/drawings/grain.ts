// Printing grain: sparse seeded specks over whole cards and posters.

import { seeded } from './random';
import { round, shape } from './svg';

const DARK = '#1A0F05';

/** Path data of `count` specks over an area. */
export function specks(count: number, width: number, height: number): string {
  const random = seeded(4);
  const speck = (): string => {
    const size = round(0.3 + random() * 0.5);
    return `M${round(random() * width)} ${round(random() * height)}h${size}v${size}h-${size}z`;
  };
  return Array.from({ length: count }, speck).join('');
}

/** The specks that all cards share; `ensurePaints` puts the shape they refer to into the document. */
export const cardGrain = (opacity: number): string => `<use href="#grain" fill="${DARK}" opacity="${opacity}"/>`;

export const posterGrain = (width: number, height: number): string => shape(specks(1100, width, height), DARK, 'opacity=".2"');
