// The size of the screen; a desktop has room for panels beside the table.

import { innerHeight, innerWidth } from 'svelte/reactivity/window';
import { MediaQuery } from 'svelte/reactivity';

export const desk = new MediaQuery('min-width: 900px', true);

/** The size of the window, without the browser's own bars. */
export const screen = {
  get width(): number {
    return innerWidth.current ?? document.documentElement.clientWidth;
  },
  get height(): number {
    return innerHeight.current ?? document.documentElement.clientHeight;
  },
};
