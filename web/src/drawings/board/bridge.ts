// The wooden bridges on the map and on the sheet.

import { block, each, group, line } from '../svg';

const WOOD = '#7A4E25';
const PLANK = '#C28B4E';
const ROPE = '#3F2610';

/** A bridge centred on a point, `length` long in the direction of the path. */
export function mapBridge(x: number, y: number, angle: number, length: number, width: number): string {
  const half = length / 2;
  const count = Math.max(4, Math.round(length / 7.5));
  const plank = length / count;
  const planks = each(Array.from({ length: count }, (_, index) => -half + index * plank + plank * 0.12), (place) => block(place, -width / 2 + 1.5, plank * 0.78, width - 3, PLANK));
  const rail = (side: 1 | -1): string => line(`M${-half - 3} ${side * (width / 2 + 0.5)}Q0 ${side * (width / 2 + width * 0.2)} ${half + 3} ${side * (width / 2 + 0.5)}`, ROPE, Math.max(1.6, width / 8));
  return group(block(-half, -width / 2, length, width, WOOD, 2) + planks + rail(1) + rail(-1), `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})`);
}

/** The bridge across a column of the sheet, `width` wide and 16 high; `gone` once other players have its points. */
export function sheetBridge(width: number, gone = false): string {
  const count = Math.floor(width / 10.5);
  const plank = (width - 4) / count;
  const planks = each(Array.from({ length: count }, (_, index) => 2 + index * plank), (x) => block(x + 1, 2, plank - 2, 12, gone ? '#CFC4AC' : PLANK, 1));
  return block(0, 0, width, 16, gone ? '#A99B82' : WOOD, 3) + planks;
}
