// The pictures in the roll & write game's rules, by the names used there.

import type { Component } from 'svelte';
import Bridges from './figures/Bridges.svelte';
import Entering from './figures/Entering.svelte';
import Scored from './figures/Scored.svelte';
import Turn from './figures/Turn.svelte';
import Whole from './figures/Whole.svelte';

export const figures: Readonly<Record<string, Component>> = { sheet: Whole, turn: Turn, entering: Entering, bridges: Bridges, scored: Scored };
