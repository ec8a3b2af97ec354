// The options for a new table of a game: those that players care about, in the order they are asked, with good defaults.

export interface Choice {
  name: string;
  values: readonly (string | number | boolean)[];
  initial: string | number | boolean;
}

interface Option {
  name: string;
  default: Choice['initial'];
  choices: Choice['values'];
}

/** An option of a game as a choice, with all its values or only those that players care about. */
export const choice = ({ name, default: initial, choices }: Option, values = choices): Choice => ({ name, values, initial });

/** The numbers from `first` to `last`, both included. */
export const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

export interface GameChoices {
  players: readonly number[];
  /** Whether the game has something that a table can agree to show. */
  assist: boolean;
  options: readonly Choice[];
}
