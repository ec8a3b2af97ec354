// The pictures in the board game's rules, by the names used there.

import type { Component } from 'svelte';
import Board from './figures/Board.svelte';
import End from './figures/End.svelte';
import Score from './figures/Score.svelte';
import Tiles from './figures/Tiles.svelte';
import Turn from './figures/Turn.svelte';

export const figures: Readonly<Record<string, Component>> = { board: Board, turn: Turn, tiles: Tiles, end: End, scored: Score };
