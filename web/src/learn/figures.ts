// The pictures in the rules: every game has its own, under the names used in its rules pages.

import type { Component } from 'svelte';
import type { GameName } from '../client/wire';

type Figures = Readonly<Record<string, Component>>;

const LOADERS: Record<GameName, () => Promise<{ figures: Figures }>> = {
  card: () => import('../games/card/figures'),
  board: () => import('../games/board/figures'),
  roll: () => import('../games/roll/figures'),
};

export const figures = async (game: GameName): Promise<Figures> => (await LOADERS[game]()).figures;
