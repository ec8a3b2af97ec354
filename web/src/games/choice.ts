// What can be chosen for a new table of a game: options that people care about, in the order they are asked, with good defaults.

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

/** An option of a game as it is asked: all its values, or those that people care about. */
export const choice = ({ name, default: initial, choices }: Option, values = choices): Choice => ({ name, values, initial });

/** The numbers from one to another, both included. */
export const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

export interface GameChoices {
  players: readonly number[];
  /** Whether there is something that a table can agree to show or not. */
  assist: boolean;
  options: readonly Choice[];
}
