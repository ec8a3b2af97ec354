// The table that was opened last, as the answer showed it: its page knows it before the socket is there.

import type { TableInfo } from './wire';

let opened: TableInfo | null = null;

export function arriveAt(table: TableInfo): void {
  opened = table;
}

/** Once: when the page comes back to the table, it has gone on. */
export function takeArrival(id: string): TableInfo | null {
  const found = opened?.id === id ? opened : null;
  opened = null;
  return found;
}
