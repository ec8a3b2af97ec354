// The pictures between the sections of the roll & write game's rules.

import type { Component } from 'svelte';
import Bridges from './figures/Bridges.svelte';
import Entering from './figures/Entering.svelte';
import Scored from './figures/Scored.svelte';
import Turn from './figures/Turn.svelte';
import Whole from './figures/Whole.svelte';

export const figures: Readonly<Record<number, Component>> = { 1: Whole, 2: Turn, 3: Entering, 4: Bridges, 6: Scored };
