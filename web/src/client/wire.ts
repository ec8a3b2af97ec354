// The messages between page and server, under the page's own names; the types come from the server's description (openapi.json).

import type { components } from './schema';

type Schemas = components['schemas'];

export const GAME_NAMES = ['card', 'board', 'roll'] as const;
export type GameName = (typeof GAME_NAMES)[number];
export type Options = Schemas['TableFace']['options'];
export type Assist = 'table' | 'counters' | 'open';
export type Clock = { kind: 'move'; seconds: number } | { kind: 'budget'; seconds: number; increment: number };

/** A seat's view: the fields that every game has. Each game's own folder adds its own. */
export interface View {
  game: GameName;
  options: Options;
  seat: number | null;
  to_move: number | null;
  phase: string | null;
  round: number;
  turn: number;
  starter: number;
  live: number[];
  scores: number[][];
  totals: number[];
  legal?: string[];
}

type Seen<T> = Omit<T, 'view'> & { view: View | null };

export type Seat = Schemas['SeatFace'];
export type TableInfo = Omit<Schemas['TableFace'], 'game' | 'assist'> & { game: GameName; assist: Assist };
export type StateMessage = Omit<Seen<Schemas['StateMessage']>, 'table'> & { table: TableInfo };
/** A stored event: a decision (`move`), or anything else that happened (`what`). */
export type EventMessage = Seen<Schemas['EventMessage']>;
/** An event at a table, as the page keeps it. */
export interface Happened {
  version: number;
  seat: number | null;
  /** The turn of the round it belongs to. */
  turn: number;
  move?: string;
  card?: string;
  what?: string;
}
/** A decision of this round that has not been undone. */
export type Made = Schemas['Made'];
export type ErrorMessage = Schemas['Error'];
export type HintMove = Schemas['HintMove'];
export type Why = Schemas['Why'];

export type ServerMessage =
  | StateMessage
  | EventMessage
  | { type: 'table'; table: TableInfo }
  | Schemas['Ack']
  | ErrorMessage
  | Schemas['Said']
  | Schemas['HintMessage']
  | Schemas['Explanation']
  | Schemas['Pong'];

type Unnumbered<T> = T extends { id: string } ? Omit<T, 'id'> : never;
type Asked = Schemas['Move'] | Schemas['Takeback'] | Schemas['Commit'] | Schemas['Reveal'] | Schemas['Propose'] | Schemas['Agree'] | Schemas['Say'] | Schemas['Hint'] | Schemas['Explain'] | Schemas['Leave'];
/** A client's request; the socket numbers it. */
export type Request = Unnumbered<Asked>;
