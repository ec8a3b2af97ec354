// How wide the screen is: a desk has room for panels beside the table.

import { MediaQuery } from 'svelte/reactivity';

export const desk = new MediaQuery('min-width: 900px', true);
