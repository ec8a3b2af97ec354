// The pictures in the rules: every game brings its own, under the names that its rules pages use.

import type { Component } from 'svelte';
import type { GameName } from '../client/wire';

type Figures = Readonly<Record<string, Component>>;

const LOADERS: Record<GameName, () => Promise<{ figures: Figures }>> = {
  card: () => import('../games/card/figures'),
  board: () => import('../games/board/figures'),
  roll: () => import('../games/roll/figures'),
};

export const figures = async (game: GameName): Promise<Figures> => (await LOADERS[game]()).figures;
