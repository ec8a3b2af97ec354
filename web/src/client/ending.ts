// Why a table's page has ended, worked out from the server's answer.

export interface Ending {
  /** No such table; no such page; the seat is no longer yours; neither a seat nor the link to watch; no answer from the server; or any other refusal. */
  kind: 'gone' | 'nowhere' | 'lost' | 'private' | 'away' | 'refused';
  message: string;
}

const CLOSED = 4000;
const FORBIDDEN = 403;
const NOT_FOUND = 404;

export const AWAY: Ending = { kind: 'away', message: '' };

/** `status` is an HTTP status, or a socket's close code, which is 4000 more; `why` is the error that came with it. */
export function endingOf(status: number, why: { message: string } | null): Ending {
  return { kind: kindOf(status % CLOSED, why !== null), message: why?.message ?? '' };
}

function kindOf(status: number, explained: boolean): Ending['kind'] {
  if (status === NOT_FOUND) return 'gone';
  if (status === FORBIDDEN) return explained ? 'private' : 'lost';
  return 'refused';
}
