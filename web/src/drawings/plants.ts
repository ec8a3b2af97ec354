// Palms and pines, which several regions share.

import { each, line, shape } from './svg';

const FRONDS = [-190, -160, -125, -78, -40, -5, 22];

function frond(x: number, y: number, length: number, degrees: number, color: string): string {
  const [across, down] = [Math.cos((degrees * Math.PI) / 180) * length, Math.sin((degrees * Math.PI) / 180) * length];
  const point = (share: number, drop: number, lift: number): string => `${(x + across * share).toFixed(1)} ${(y + down * drop + lift).toFixed(1)}`;
  return shape(`M${x} ${y}Q${point(0.5, 0.9, -3)} ${point(1, 0.8, 4.5)}Q${point(0.45, 0.55, 1.5)} ${x} ${y + 1.5}Z`, color);
}

/** A palm with its foot at x, y; `lean` moves its crown sideways. */
export function palm(x: number, y: number, height: number, color: string, lean = 0): string {
  const [top, crown] = [x + lean, y - height];
  const trunk = line(`M${x} ${y}Q${(x - lean * 0.2 - 1.5).toFixed(1)} ${y - height * 0.5} ${top} ${crown}`, color, 2);
  return trunk + each(FRONDS, (degrees) => frond(top, crown, height * 0.2 + 7, degrees, color));
}

/** A pine with its foot at x, y. */
export function pine(x: number, y: number, height: number, color: string): string {
  const step = (across: number, down: number): string => `${(height * across).toFixed(1)} ${(height * down).toFixed(1)}`;
  const side = (way: number): string =>
    way > 0
      ? `l${step(0.14, 0.26)} ${step(-0.05, 0)} ${step(0.13, 0.26)} ${step(-0.06, 0)} ${step(0.14, 0.32)}`
      : `l${step(0.14, -0.32)} ${step(-0.06, 0)} ${step(0.13, -0.26)} ${step(-0.05, 0)}Z`;
  const foot = `h${(-height * 0.24).toFixed(1)}v${(height * 0.16).toFixed(1)}h${(-height * 0.12).toFixed(1)}v${(-height * 0.16).toFixed(1)}h${(-height * 0.24).toFixed(1)}`;
  return shape(`M${x} ${(y - height).toFixed(1)}${side(1)}${foot}${side(-1)}`, color);
}
