// A table's record: its address, and the file name that the server gives it, too.

/** `watch` is the key of a spectator. */
export const recordAddress = (id: string, watch: string | null): string => `/api/tables/${id}/record${watch ? `?key=${encodeURIComponent(watch)}` : ''}`;
export const recordFile = (game: string | null, id: string): string => `${game ?? ''}-${id}.json`;
