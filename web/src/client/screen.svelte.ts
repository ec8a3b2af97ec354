// How large the screen is: a desk has room for panels beside the table.

import { innerHeight, innerWidth } from 'svelte/reactivity/window';
import { MediaQuery } from 'svelte/reactivity';

export const desk = new MediaQuery('min-width: 900px', true);

/** The window, without the bars of the browser. */
export const screen = {
  get width(): number {
    return innerWidth.current ?? document.documentElement.clientWidth;
  },
  get height(): number {
    return innerHeight.current ?? document.documentElement.clientHeight;
  },
};
