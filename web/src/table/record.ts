// A table's record: where it is fetched, and what the file is called once it is saved. The server names it so.

export const recordAddress = (id: string): string => `/api/tables/${id}/record`;
export const recordFile = (game: string | null, id: string): string => `${game ?? ''}-${id}.json`;
