// The roll & write table fits every screen with any number of players, and nothing on it gets too small to tap or to read.

import { describe, expect, test } from 'vitest';
import { arrange, type Ladder, LEAST, ROW } from '../src/games/roll/arrange';
import { stageOf } from '../src/games/stage';

const SIZES = [
  [390, 664], [360, 640], [390, 844], [430, 932], [844, 390], [740, 360], [820, 1180], [768, 1024], [1024, 1366], [1080, 1920],
  [1180, 820], [1024, 768], [1366, 768], [1280, 720], [1440, 900], [1920, 1080], [2560, 1440], [3440, 1440], [3840, 2160],
] as const;
const CASES = SIZES.flatMap(([width, height]) => [2, 3, 4, 5].map((players) => [width, height, players] as const));

const heightOf = ({ city, box, bridge, foot, gap }: Ladder): number => city + 9 * box + bridge + foot + 11 * gap;

describe.each(CASES)('%i x %i with %i players', (width, height, players) => {
  const stage = stageOf(width, height);
  const { grow, mode } = stage;
  const size = arrange(stage, players);
  const rows = Math.ceil((players - 1) / size.across);

  test('everything fits below one another and side by side', () => {
    expect(heightOf(size.ladder)).toBeLessThan(size.height);
    expect(size.width + size.rail).toBeLessThan(stage.width);
    if (mode === 'desk') {
      expect(size.tray + size.height + 28 * grow).toBeLessThan(stage.height);
      expect(rows * size.panel + size.list + 46 * grow).toBeLessThan(stage.height);
    } else if (mode === 'beside') {
      expect(size.height).toBeLessThan(stage.height);
      expect(rows * size.panel + 28 + size.tray).toBeLessThan(stage.height);
      expect(2 * 1.2 * size.die).toBeLessThan(size.tray);
    } else {
      expect(size.panel + size.height + 28 * grow + size.tray).toBeLessThan(stage.height);
    }
    const trayWidth = mode === 'desk' ? size.width : stage.width;
    expect(mode === 'beside' ? 3.4 * size.die : ROW * size.die).toBeLessThan(mode === 'beside' ? size.rail : trayWidth);
    if (size.theirs) expect(heightOf(size.theirs)).toBeLessThan(size.panel);
  });

  test('whatever is tapped or read is large enough', () => {
    const { box, city, foot } = size.ladder;
    expect(Math.min(box, city, foot)).toBeGreaterThanOrEqual(LEAST);
    expect(size.die).toBeGreaterThanOrEqual(44);
    expect(size.ladder.column).toBeGreaterThan(LEAST);
    if (size.cell) expect(size.cell).toBeGreaterThanOrEqual(8.5 * grow);
    expect(size.panel).toBeGreaterThanOrEqual(40);
  });

  test('the room is used', () => {
    if (mode === 'desk') expect(size.tray + size.height).toBeGreaterThan(0.86 * stage.height);
    if (mode === 'phone') expect(size.panel + size.height + size.tray).toBeGreaterThan(0.86 * stage.height);
    expect(size.ladder.box * 9).toBeGreaterThan(0.5 * size.height);
  });
});
