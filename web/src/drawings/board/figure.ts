// The players' figures: each has a colour and a mark, the scientist a top hat. The foot is at 0 0, the box -17 -44 34 52.

import { line, shape } from '../svg';

interface Mark {
  color: string;
  outline: string;
  /** The base it stands on, and the same mark for its chest. */
  base: string;
  sign: string;
}

/** By seat: ink disc, ivory diamond, orange square, violet triangle. */
const MARKS: readonly Mark[] = [
  { color: '#2A211B', outline: '#FFF6E0', base: 'M-13-1a13 5.5 0 0 1 26 0a13 5.5 0 0 1-26 0Z', sign: 'M-3.2-11a3.2 3.2 0 0 1 6.4 0a3.2 3.2 0 0 1-6.4 0Z' },
  { color: '#FFF6E0', outline: '#2A211B', base: 'M-15-1L0-8 15-1 0 6Z', sign: 'M0-15.2L4.2-11 0-6.8-4.2-11Z' },
  { color: '#E8742C', outline: '#2A211B', base: 'M-12.5-6H12.5V5H-12.5Z', sign: 'M-3-14H3V-8H-3Z' },
  { color: '#6B4FA0', outline: '#FFF6E0', base: 'M0-10L15.5 5.5H-15.5Z', sign: 'M0-15L4.2-8H-4.2Z' },
];

const EXPLORER_HAT = 'M-11-27.5C-8-30-6-29-5.5-30.5-5-34 5-34 5.5-30.5 6-29 8-30 11-27.5 6-25.6-6-25.6-11-27.5Z';
const TOP_HAT = 'M-6-30V-40H6V-30H10.5V-27H-10.5V-30Z';

/** `double` is the label on the scientist, ×2 in the language's digits. */
export function figure(seat: number, scientist: boolean, double: string): string {
  const mark = MARKS[seat % MARKS.length] ?? MARKS[0];
  if (!mark) return '';
  const edge = `stroke="${mark.outline}" stroke-width="1.7" stroke-linejoin="round"`;
  const body = shape('M-8.5-4C-8.5-14-6.5-19-4-21.5H4C6.5-19 8.5-14 8.5-4 4-2-4-2-8.5-4Z', mark.color, edge);
  const head = `<circle cy="-25.5" r="5.6" fill="${mark.color}" ${edge}/>`;
  const hat = shape(scientist ? TOP_HAT : EXPLORER_HAT, mark.color, edge) + (scientist ? line('M-5.5-32.5h11', mark.outline, 1.6) : '');
  const chest = scientist ? `<text text-anchor="middle" direction="ltr" y="-7" font-size="11" fill="${mark.outline}" class="double">${double}</text>` : shape(mark.sign, mark.outline);
  return shape(mark.base, mark.color, edge) + body + head + hat + chest;
}
