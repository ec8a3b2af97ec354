// Why a page about a table has come to its end, by what the server said.

export interface Ending {
  /** There is no such table, or no such page; the seat is no longer one's own; neither a seat nor the link to watch; the server does not answer; or something else, which it put into words. */
  kind: 'gone' | 'nowhere' | 'lost' | 'private' | 'away' | 'refused';
  message: string;
}

const CLOSED = 4000;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

export const AWAY: Ending = { kind: 'away', message: '' };

/** `status` is HTTP's, or a socket's close code, which is 4000 more; `why` is the error that came with it. */
export function endingOf(status: number, why: { message: string } | null): Ending {
  return { kind: kindOf(status % CLOSED, why !== null), message: why?.message ?? '' };
}

function kindOf(status: number, explained: boolean): Ending['kind'] {
  if (status === NOT_FOUND) return 'gone';
  if (status === FORBIDDEN) return explained ? 'private' : 'lost';
  return 'refused';
}
