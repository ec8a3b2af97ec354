// The pictures between the sections of the card game's rules.

import type { Component } from 'svelte';
import Columns from './figures/Columns.svelte';
import Suit from './figures/Suit.svelte';

export const figures: Readonly<Record<number, Component>> = { 1: Suit, 5: Columns };
