// A table's record: where it is fetched, and what the file is called once it is saved. The server names it so.

/** `watch` is the key of somebody who does not sit there. */
export const recordAddress = (id: string, watch: string | null): string => `/api/tables/${id}/record${watch ? `?key=${encodeURIComponent(watch)}` : ''}`;
export const recordFile = (game: string | null, id: string): string => `${game ?? ''}-${id}.json`;
