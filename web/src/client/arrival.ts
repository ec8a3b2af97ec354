// Keeps the table that was just opened, as the server answered, so that its page can show it before the socket is open.

import type { TableInfo } from './wire';

let opened: TableInfo | null = null;

export function arriveAt(table: TableInfo): void {
  opened = table;
}

/** Returns the table once only: by the next visit it will have changed. */
export function takeArrival(id: string): TableInfo | null {
  const found = opened?.id === id ? opened : null;
  opened = null;
  return found;
}
