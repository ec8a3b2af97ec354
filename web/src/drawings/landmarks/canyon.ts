// The landmark of the canyon (orange), which only the roll & write game has: a city under a rock arch.

import { blocks } from '../buildings';
import { block, disc, line, shape } from '../svg';
import type { Landmark } from './landmark';

export const canyon: Landmark = (p) =>
  disc(57, 36, 20, p.accent) +
  shape('M18 94V44l6-6h14l4 8 8-4V94ZM66 94V36l6-8h16l8 10v56Z', p.near) +
  shape('M30 38h8l4 8 8-4V94H36ZM82 28h6l8 10v56H84Z', p.front, 'opacity=".45"') +
  line('M20 56h28M20 70h28M68 50h27M68 66h27', p.mid, 2) +
  shape('M38 42C46 26 64 24 72 30L76 40C66 34 54 38 50 48Z', p.near) +
  shape('M44 94V66h6v-8h4v-8h8v8h4v8h6v28Z', p.light) +
  block(58, 50, 4, 44, p.mid) +
  blocks([[47, 70], [55, 60], [64, 70], [47, 80], [55, 74], [64, 80]], 3, 5, p.front);
