// The pictures between the sections of a game's rules: every game brings its own, by the number of the section they follow.

import type { Component } from 'svelte';
import type { GameName } from '../client/wire';

type Figures = Readonly<Record<number, Component>>;

const LOADERS: Record<GameName, () => Promise<{ figures: Figures }>> = {
  card: () => import('../games/card/figures'),
  board: () => import('../games/board/figures'),
  roll: () => import('../games/roll/figures'),
};

export const figures = async (game: GameName): Promise<Figures> => (await LOADERS[game]()).figures;
