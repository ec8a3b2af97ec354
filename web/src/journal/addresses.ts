// Addresses of a match's journal, of its moments and of its replay. A spectator's key comes after the #, which browsers do not send.

const withKey = (address: string, watch: string | null): string => (watch === null ? address : `${address}#watch=${watch}`);

export const journalAddress = (id: string, watch: string | null): string => withKey(`/journal/${id}`, watch);

/** `again`: to decide once more before anything is told. */
export const momentAddress = (id: string, { round, move }: { round: number; move: number }, watch: string | null, again = false): string =>
  withKey(`/journal/${id}?round=${round}&move=${move}${again ? '&try=1' : ''}`, watch);

/** The position before a move. */
export const replayAddress = (id: string, { round, move }: { round: number; move: number }, watch: string | null): string => withKey(`/replay/${id}?round=${round}&move=${move - 1}`, watch);
