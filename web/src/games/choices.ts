// The options for a new table, game by game, and how to put them into words.

import type { GameName, Options } from '../client/wire';
import { digits, t } from '../text';
import { board } from './board/choices';
import { card } from './card/choices';
import type { GameChoices } from './choice';
import { roll } from './roll/choices';

export const GAMES: Record<GameName, GameChoices> = { card, board, roll };
export const NAMES = Object.keys(GAMES) as GameName[];

export const initialOptions = (game: GameName): Options => Object.fromEntries(GAMES[game].options.map(({ name, initial }) => [name, initial]));

/** An option's value in words. */
export const tellOption = (option: string, value: unknown): string => (typeof value === 'number' ? digits(value) : t(`page.option.${option}.${String(value)}`));

/** The options of a table that differ from the defaults, except the number of rounds, which the page shows anyway. */
export const changedOptions = (game: GameName, options: Options): string[] =>
  GAMES[game].options
    .filter(({ name, initial }) => name !== 'rounds' && name in options && options[name] !== initial)
    .map(({ name }) => t('page.option_is', { option: t(`page.option.${name}`, { game }), value: tellOption(name, options[name]) }));
