// What people who share this device call themselves at a table, by seat: kept in the browser, for nobody else sits there.

const STORE = 'names';
const MOST = 20;

type Kept = [id: string, names: string[]][];

function stored(): Kept {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as Kept;
  } catch {
    return []; // storage may be forbidden
  }
}

/** The names of a table's seats; a seat without one has an empty name. */
export const namesAt = (id: string): readonly string[] => stored().find(([kept]) => kept === id)?.[1] ?? [];

export function keepNames(id: string, names: readonly string[]): void {
  if (!names.some(Boolean)) return;
  try {
    localStorage.setItem(STORE, JSON.stringify([[id, names], ...stored().filter(([kept]) => kept !== id)].slice(0, MOST)));
  } catch {
    // then they are numbered
  }
}
