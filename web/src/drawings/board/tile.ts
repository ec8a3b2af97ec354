// The event tiles: octagons with an artefact, an arrow or points; box -20 -20 40 40.

import { round, shape } from '../svg';
import { symbolAt } from '../symbols';

const corner = (radius: number, index: number): string => `${round(radius * Math.cos(((index + 0.5) * Math.PI) / 4))} ${round(radius * Math.sin(((index + 0.5) * Math.PI) / 4))}`;
const octagon = (radius: number): string => `M${Array.from({ length: 8 }, (_, index) => corner(radius, index)).join('L')}Z`;

const INK = '#2A211B';
const FILL: Readonly<Record<string, string>> = { A: '#E9C46A', '>': '#24404A' };

/** The empty space left by a tile that was taken. */
export const tileSpace = (): string => shape(octagon(16), 'rgb(255 250 236 / 35%)', `stroke="${INK}" stroke-opacity=".5" stroke-dasharray="3 3" stroke-width="1.3"`);

/** The tile without its points, which are text placed over it. */
export function tile(kind: string): string {
  const body = shape(octagon(19), INK, 'opacity=".25" transform="translate(0 2)"') + shape(octagon(19), FILL[kind] ?? '#FBF3DF', `stroke="${INK}" stroke-width="1.3"`);
  if (kind === 'A') return body + symbolAt('vase', -11, -12, 23, '#5A3212', '#E9C46A');
  if (kind === '>') return body + symbolAt('arrow', -10.5, -11.5, 21, '#F6E3B0');
  return body;
}
