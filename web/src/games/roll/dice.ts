// The dice of a turn, each in its place in the tray until the turn ends: what the roller took stays there, marked as taken.

export type Sort = 'color' | 'number';

export interface Thrown {
  face: string;
  taken: boolean;
}

export type Row = readonly Thrown[];
export type Dice = Readonly<Record<Sort, Row>>;

export const NO_DICE: Dice = { color: [], number: [] };

const sorted = (faces: readonly string[]): string => [...faces].sort().join('');

function row(before: Row, open: string, taken: string | undefined, preferred: number | null): Row {
  const there = [...open, ...(taken ?? '')];
  const faces = before.map(({ face }) => face);
  const known = sorted(faces) === sorted(there) ? faces : there;
  const place = preferred !== null && known[preferred] === taken ? preferred : known.indexOf(taken ?? '');
  return known.map((face, i) => ({ face, taken: taken !== undefined && i === place }));
}

/** The dice as they lie now. `took` is the pair that the roller took, `picked` the places that you have just chosen. */
export function lay(before: Dice, open: readonly [colors: string, numbers: string], took: string | null, picked: Readonly<Record<Sort, number | null>>): Dice {
  const [color, number] = took !== null && took.length > 1 ? [took[0], took[1]] : [];
  return { color: row(before.color, open[0], color, picked.color), number: row(before.number, open[1], number, picked.number) };
}

/** The place of a die with this face that nobody has taken; -1 if there is none. */
export const placeOfFace = (dice: Row, face: string): number => dice.findIndex((die) => die.face === face && !die.taken);
