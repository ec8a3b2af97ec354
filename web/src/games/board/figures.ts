// The pictures between the sections of the board game's rules, by the number of the section they follow.

import type { Component } from 'svelte';
import Board from './figures/Board.svelte';
import End from './figures/End.svelte';
import Score from './figures/Score.svelte';
import Tiles from './figures/Tiles.svelte';
import Turn from './figures/Turn.svelte';

export const figures: Readonly<Record<number, Component>> = { 1: Board, 3: Turn, 4: Tiles, 5: End, 6: Score };
