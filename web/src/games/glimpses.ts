// Each game's small picture of a position by its name, loaded when the home page offers a game to continue.

import type { Component } from 'svelte';
import type { GameName } from '../client/wire';
import type { GlimpseProps } from './props';

const LOADERS: Record<GameName, () => Promise<{ default: Component<GlimpseProps> }>> = {
  card: () => import('./card/Glimpse.svelte'),
  board: () => import('./board/Glimpse.svelte'),
  roll: () => import('./roll/Glimpse.svelte'),
};

export const glimpseOf = async (game: GameName): Promise<Component<GlimpseProps>> => (await LOADERS[game]()).default;
