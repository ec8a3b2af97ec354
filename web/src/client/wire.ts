// What goes over the wire, by its names on the page: the types come from the server's own description (openapi.json).

import type { components } from './schema';

type Schemas = components['schemas'];

export const GAME_NAMES = ['card', 'board', 'roll'] as const;
export type GameName = (typeof GAME_NAMES)[number];
export type Options = Schemas['TableFace']['options'];
export type Assist = 'table' | 'counters' | 'open';
export type Clock = { kind: 'move'; seconds: number } | { kind: 'budget'; seconds: number; increment: number };

/** A seat's view: what every game has. Each game's own folder says what it adds. */
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
/** Something that was stored: a decision (`move`), or whatever else happened (`what`). */
export type EventMessage = Seen<Schemas['EventMessage']>;
/** Something that happened at a table, as the page keeps it. */
export interface Happened {
  version: number;
  seat: number | null;
  /** The turn of the round that it belongs to. */
  turn: number;
  move?: string;
  card?: string;
  what?: string;
}
/** A decision of this round that stands. */
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
/** What a client asks; the socket numbers it. */
export type Request = Unnumbered<Asked>;
