// The clocks to choose from for a table, each with the ending of its message `page.clock.…`.

import type { Clock } from './wire';

export const CLOCKS: readonly { name: string; clock: Clock | null }[] = [
  { name: 'none', clock: null },
  { name: 'move', clock: { kind: 'move', seconds: 60 } },
  { name: 'quick', clock: { kind: 'budget', seconds: 300, increment: 5 } },
  { name: 'calm', clock: { kind: 'budget', seconds: 900, increment: 10 } },
];
