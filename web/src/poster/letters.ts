// How a poster's words are set in the reader's language, measured with the fonts of the page.

import type { Letters } from '../drawings/panorama/letters';
import { language, LANGUAGES } from '../text';

const LATIN = { display: "'Yeseva One', serif", text: 'Jost, sans-serif' } as const;
const PERSIAN = { display: "Lalezar, 'Yeseva One', serif", text: 'Vazirmatn, Jost, sans-serif' } as const;

const canvas = document.createElement('canvas').getContext('2d');

function width(content: string, font: string): number {
  if (!canvas) return content.length * 12;
  canvas.font = font;
  return canvas.measureText(content).width;
}

export function lettersNow(): Letters {
  const rtl = LANGUAGES[language()].direction === 'rtl';
  return { ...(rtl ? PERSIAN : LATIN), rtl, spaced: !rtl, width };
}
