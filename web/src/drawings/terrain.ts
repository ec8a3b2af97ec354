// Heights of an invented map: a seeded sum of hills and hollows, sampled on a grid.

import { seeded } from './random';

export interface Terrain {
  cell: number;
  columns: number;
  rows: number;
  height(column: number, row: number): number;
}

interface Hill {
  x: number;
  y: number;
  wide: number;
  high: number;
  rise: number;
}

function hills(seed: number, width: number, height: number): Hill[] {
  const random = seeded(seed);
  const hill = (): Hill => ({ x: random() * width, y: random() * height, wide: 110 + random() * 240, high: 80 + random() * 160, rise: random() * 1.6 - 0.5 });
  return Array.from({ length: 18 }, hill);
}

const ripple = (x: number, y: number): number => 0.06 * Math.sin(x * 0.02 + 2 * Math.sin(y * 0.013)) + 0.05 * Math.sin(y * 0.031 + x * 0.008);

const rise = (hill: Hill, x: number, y: number): number => hill.rise * Math.exp(-(((x - hill.x) / hill.wide) ** 2) - ((y - hill.y) / hill.high) ** 2);

export function terrain(width: number, height: number, seed: number, cell: number): Terrain {
  const land = hills(seed, width, height);
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const elevation = (x: number, y: number): number => land.reduce((sum, hill) => sum + rise(hill, x, y), ripple(x, y));
  const grid = Array.from({ length: columns * rows }, (_, index) => elevation((index % columns) * cell, Math.floor(index / columns) * cell));
  return { cell, columns, rows, height: (column, row) => grid[row * columns + column] ?? 0 };
}
