// Parts that the portraits share, on a square of 60: ground, shoulders, neck, head, eyes and mouth.

import { block, disc, line, oval, shape } from '../svg';

export const ground = (color: string, light: string): string => block(0, 0, 60, 60, color) + disc(52, 10, 15, light);

export const shoulders = (color: string): string => shape('M3 60C5 45 18 41 30 41S55 45 57 60Z', color);

export const collar = (color: string): string => shape('M21 42l9 8 9-8 5 2.5-14 13-14-13Z', color);

export const neck = (shade: string): string => shape('M23.5 34h13v9.5L30 49l-6.5-5.5Z', shade);

export const head = (skin: string, shade: string): string =>
  disc(18.8, 28.5, 2.4, shade) + disc(41.2, 28.5, 2.4, shade) + oval(30, 27, 11.2, 12.2, skin);

export const cheeks = (color: string): string => `<g opacity=".45">${disc(23, 31.5, 2.3, color)}${disc(37, 31.5, 2.3, color)}</g>`;

export const eyes = (color: string, y = 27): string => disc(25.6, y, 1.4, color) + disc(34.4, y, 1.4, color);

export const brows = (color: string, y = 23.4): string => line(`M23.4 ${y}q2.2-1.4 4.4 0M32.2 ${y}q2.2-1.4 4.4 0`, color, 1.2);

export const nose = (shade: string): string => line('M30 27.5v3.3', shade, 1.3);

export const smile = (color: string, wide = 4.5, y = 34): string => line(`M${30 - wide} ${y}q${wide} ${wide * 0.62} ${wide * 2} 0`, color, 1.4);

export const grin = (y = 33.5): string => shape(`M24.5 ${y}h11c-.5 5-10.5 5-11 0Z`, '#7A2E22') + shape(`M25.3 ${y}h9.4l-.6 1.6h-8.2Z`, '#FFF6E6');

export const glasses = (color: string, y = 27.5): string =>
  `<g fill="none" stroke="${color}" stroke-width="1.3"><circle cx="25.2" cy="${y}" r="4"/><circle cx="34.8" cy="${y}" r="4"/><path d="M29.2 ${y}h1.6M21.2 ${y}l-2-1M38.8 ${y}l2-1"/></g>`;
