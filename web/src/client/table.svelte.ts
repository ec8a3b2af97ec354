// A table as the page sees it: the position, who sits there, what happened last, and what this client may do.

import { socketAddress, whenBack } from './browser';
import { type Ending, endingOf } from './ending';
import { Live, type Keys } from './live';
import type { EventMessage, HintMove, Request, ServerMessage, TableInfo, View, Why } from './wire';

const KEPT = 40;

export interface Happened {
  version: number;
  seat: number | null;
  move?: string;
  card?: string;
  what?: string;
}

export interface Explained {
  gains: Record<string, number>;
  reasons: Record<string, Why>;
}

const NOTHING: Explained = { gains: {}, reasons: {} };

export class Table {
  view = $state.raw<View | null>(null);
  info = $state.raw<TableInfo | null>(null);
  /** The position in which the last round ended. */
  ended = $state.raw<View | null>(null);
  version = $state(0);
  connected = $state(false);
  /** Why the server will not have this client any more. */
  ending = $state.raw<Ending | null>(null);
  /** The last things that happened, the newest first. */
  happened = $state.raw<Happened[]>([]);
  hint = $state.raw<HintMove[] | null>(null);
  explained = $state.raw<Explained>(NOTHING);
  /** What went wrong last, in words. */
  problem = $state<{ code: string; message: string } | null>(null);
  said = $state.raw<{ seat: number; phrase: string; at: number } | null>(null);
  /** A move that was sent and not yet answered. */
  sent = $state<string | null>(null);
  /** By round: the commitments that were shown, and what this client added to the shuffle. */
  readonly commitments = new Map<number, string>();
  readonly contributions = new Map<number, string>();
  private readonly live: Live;
  private readonly sleep: () => void;
  private readonly offered = new Set<number>();
  private sentId = '';
  /** The question for a hint in this position, once it was asked. */
  private hintId: string | null = null;
  private readonly asides = new Map<string, () => void>();

  constructor(id: string, keys: Keys) {
    this.live = new Live(socketAddress(id), keys, {
      message: (message) => this.receive(message),
      connected: (yes) => (this.connected = yes),
      refused: (code, why) => (this.ending = endingOf(code, why)),
    });
    this.sleep = whenBack(() => this.live.wake());
  }

  get game() {
    return this.info?.game ?? null;
  }

  /** The seat that decides, if it is one of this client's. */
  get deciding(): number | null {
    const seat = this.view?.to_move ?? null;
    return seat !== null && this.info?.you.includes(seat) ? seat : null;
  }

  get legal(): readonly string[] {
    return this.deciding !== null && this.sent === null ? (this.view?.legal ?? []) : [];
  }

  move(move: string): void {
    if (!this.legal.includes(move)) return;
    this.sent = move;
    this.sentId = this.live.send({ type: 'move', version: this.version, move, ...this.whichSeat() });
  }

  takeBack(): void {
    this.live.send({ type: 'takeback', version: this.version, ...this.whichSeat() });
  }

  /** Asks what moves would gain, and why others are not possible. */
  explain(moves: string[]): void {
    this.aside({ type: 'explain', moves, ...this.whichSeat() });
  }

  /** Asks for something that nobody waits for: a refusal comes of a table that has gone on meanwhile, and is not shown. */
  aside(request: Request, refused = (): void => undefined): void {
    this.asides.set(this.live.send(request), refused);
  }

  /** Adds to the next shuffle, once a round. What came too late was not added, and is not offered again. */
  contribute(round: number, bytes: string): void {
    if (this.offered.has(round)) return;
    this.offered.add(round);
    this.contributions.set(round, bytes);
    this.aside({ type: 'contribute', round, bytes }, () => this.contributions.delete(round));
  }

  ask(request: Request): void {
    this.live.send(request);
  }

  /** Asks for the best moves, once a position: thinking again would bring the same. */
  advise(): void {
    this.hintId ??= this.live.send({ type: 'hint' });
  }

  close(): void {
    this.sleep();
    this.live.close();
  }

  private whichSeat(): { seat?: number } {
    return this.deciding !== null && (this.info?.you.length ?? 0) > 1 ? { seat: this.deciding } : {};
  }

  private receive(message: ServerMessage): void {
    if ('id' in message && message.type !== 'error') this.asides.delete(message.id);
    if (message.type === 'state') this.arrive(message.version, message.view, message.table);
    else if (message.type === 'event') this.happen(message);
    else if (message.type === 'table') this.inform(message.table);
    else if (message.type === 'error') this.refused(message.id, message.code, message.message);
    else if (message.type === 'hint' && message.id === this.hintId) this.hint = message.moves;
    else if (message.type === 'explain') this.explained = { gains: message.gains, reasons: message.reasons };
    else if (message.type === 'said') this.said = { seat: message.seat, phrase: message.phrase, at: Date.now() };
  }

  private arrive(version: number, view: View | null, table: TableInfo): void {
    this.inform(table);
    this.show(version, view);
  }

  private inform(table: TableInfo): void {
    this.info = table;
    if (table.commitment !== null && !this.commitments.has(table.round)) this.commitments.set(table.round, table.commitment);
  }

  private happen(event: EventMessage): void {
    const { version, seat = null, move, card, what } = event;
    this.happened = [{ version, seat, move, card, what }, ...this.happened].slice(0, KEPT);
    if (this.info) this.info = { ...this.info, can_take_back: event.can_take_back ?? false };
    this.show(version, event.view);
  }

  private show(version: number, view: View | null): void {
    if (view && this.view && view.scores.length > this.view.scores.length) this.ended = view;
    if (version !== this.version) this.forget();
    this.version = version;
    this.view = view;
    this.sent = null;
    this.problem = null;
  }

  /** What was said of a position that is gone. */
  private forget(): void {
    this.hint = null;
    this.hintId = null;
    this.explained = NOTHING;
  }

  private refused(id: string | null, code: string, message: string): void {
    const aside = this.asides.get(id ?? '');
    this.asides.delete(id ?? '');
    if (aside) return aside();
    if (id === this.sentId) this.sent = null;
    if (id === this.hintId) this.hintId = null;
    this.problem = { code, message };
  }
}
