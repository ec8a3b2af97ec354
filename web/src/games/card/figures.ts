// The pictures in the card game's rules, by the names used there.

import type { Component } from 'svelte';
import Scored from './figures/Scored.svelte';
import Suit from './figures/Suit.svelte';
import Turn from './figures/Turn.svelte';

export const figures: Readonly<Record<string, Component>> = { suit: Suit, turn: Turn, scored: Scored };
