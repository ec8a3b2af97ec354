// What can be chosen for a new table of a game: options that people care about, in the order they are asked, with good defaults.

export interface Choice {
  name: string;
  values: readonly (string | number | boolean)[];
  initial: string | number | boolean;
}

export interface GameChoices {
  players: readonly number[];
  /** Whether there is something that a table can agree to show or not. */
  assist: boolean;
  options: readonly Choice[];
}
