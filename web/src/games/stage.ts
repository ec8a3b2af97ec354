// The space for a game's table on the screen, and its layout: rails beside the table, the hand beside it, or everything stacked.

/** `desk`: rails on both sides; `beside`: a low screen with the hand at its end; `upright`: a tablet held upright; `phone`. */
export type Mode = 'desk' | 'beside' | 'upright' | 'phone';

export interface Stage {
  mode: Mode;
  /** In CSS pixels, below the header, and without what a guide takes. */
  width: number;
  height: number;
  /** Height that a guide takes; on a low screen she takes it only from what is beside the table. */
  taken?: number;
  /** How much larger text and gaps are than at 1440 x 900: the same as in look/base.css. */
  grow: number;
}

const [WIDE, HIGH] = [1440, 900];
/** There are rails from this width and height on, if the width is at least this multiple of the height. */
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

/** The stage in a measured part of a window. */
export const stageWithin = (width: number, height: number, window: { width: number; height: number }): Stage => ({ mode: modeOf(width, height), width, height, grow: growOf(window.width, window.height) });
