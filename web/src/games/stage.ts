// The room that a game's table has on the screen, and how it is divided: with rails beside the table, the hand beside it, or all below one another.

/** `desk`: rails at both sides; `beside`: a low screen, the hand at its end; `upright`: a tablet held upright; `phone`. */
export type Mode = 'desk' | 'beside' | 'upright' | 'phone';

export interface Stage {
  mode: Mode;
  /** In CSS pixels, below the header. */
  width: number;
  height: number;
  /** How much larger than at 1440 x 900 text and gaps are: the same as in look/base.css. */
  grow: number;
}

const [WIDE, HIGH] = [1440, 900];
/** With rails from here on, and wider than high by this much. */
const [DESK_WIDTH, DESK_HEIGHT, LYING] = [900, 560, 1.15];
const TABLET = 600;
/** Heights of the header: --header. */
const [HEADER, LOW_HEADER] = [52, 48];

export function modeOf(width: number, height: number): Mode {
  if (width / height >= LYING) return width >= DESK_WIDTH && height >= DESK_HEIGHT ? 'desk' : 'beside';
  return width >= TABLET ? 'upright' : 'phone';
}

const growOf = (width: number, height: number): number => Math.max(1, Math.min(width / WIDE, height / HIGH));

/** The stage below the header of a window. */
export function stageOf(width: number, height: number): Stage {
  const grow = growOf(width, height);
  const header = width >= DESK_WIDTH ? HEADER : LOW_HEADER;
  return { mode: modeOf(width, height), width, height: height - header * grow, grow };
}

/** The stage in a part of a window that was measured. */
export const stageWithin = (width: number, height: number, window: { width: number; height: number }): Stage => ({ mode: modeOf(width, height), width, height, grow: growOf(window.width, window.height) });
