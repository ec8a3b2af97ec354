// A table as the page sees it: the position, who sits there, what happened last, and what this client may do.

import type { Dealing } from '../fair/dealing';
import { dealingOf } from '../games/dealings';
import type { Step } from '../fair/part';
import { Witness } from '../fair/witness';
import { isStill, keptThings, socketAddress, whenBack } from '../client/browser';
import { type Ending, endingOf } from '../client/ending';
import { Live, type Keys } from '../client/live';
import { Pace } from '../client/pace';
import type { EventMessage, Happened, HintMove, Made, Request, ServerMessage, StateMessage, TableInfo, View, Why } from '../client/wire';

const KEPT = 40;

interface Explained {
  gains: Record<string, number>;
  reasons: Record<string, Why>;
}

const NOTHING: Explained = { gains: {}, reasons: {} };

/** The decisions that were not undone, newest first, as if they had just arrived. */
const remembered = (recent: readonly Made[], version: number): Happened[] =>
  recent.map((made, i) => ({ ...made, version: version - recent.length + i + 1 })).reverse();

/** What to do when a background request is answered. */
interface Aside {
  granted(): void;
  refused(): void;
}

export class Table {
  view = $state.raw<View | null>(null);
  info = $state.raw<TableInfo | null>(null);
  /** The position at the end of the last round. */
  ended = $state.raw<View | null>(null);
  version = $state(0);
  connected = $state(false);
  /** Why the server no longer accepts this client. */
  ending = $state.raw<Ending | null>(null);
  /** The last events, newest first. */
  happened = $state.raw<Happened[]>([]);
  hint = $state.raw<HintMove[] | null>(null);
  thinking = $state(false);
  explained = $state.raw<Explained>(NOTHING);
  /** The last error, in words. */
  problem = $state<{ code: string; message: string } | null>(null);
  said = $state.raw<{ seat: number; phrase: string; at: number } | null>(null);
  /** A move that was sent but not answered yet. */
  sent = $state<string | null>(null);
  /** What is wrong with the list of commitments to the next shuffle. */
  suspicion = $state<Step | null>(null);
  readonly witness: Witness;
  private readonly live: Live;
  private readonly pace = new Pace(() => this.info?.you.length === 0, isStill);
  private readonly sleep: () => void;
  private dealing: Dealing | null = null;
  private sentId = '';
  /** The id of the request for a hint in this position, once made. */
  private hintId: string | null = null;
  /** The answer to it, even while hidden. */
  private advice: HintMove[] | null = null;
  private readonly asides = new Map<string, Aside>();

  /** `first` is what is known about the table before the socket is open. */
  constructor(id: string, keys: Keys, first: TableInfo | null = null) {
    this.live = new Live(socketAddress(id), keys, {
      message: (message) => this.receive(message),
      connected: (yes) => (this.connected = yes),
      refused: (code, why) => (this.ending = endingOf(code, why)),
    });
    this.sleep = whenBack(() => this.live.wake());
    this.witness = new Witness(id, keptThings(), (request, granted, refused) => this.aside(request, { granted, refused }));
    if (first) this.inform(first);
  }

  get game() {
    return this.info?.game ?? null;
  }

  /** The deciding seat, if it is one of this client's. */
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
    this.live.send({ type: 'takeback', version: this.version });
  }

  /** Asks what moves would gain, and why others are not possible. */
  explain(moves: string[]): void {
    this.aside({ type: 'explain', moves, ...this.whichSeat() }, { granted: () => undefined, refused: () => undefined });
  }

  /** Sends a background request: a refusal only means that the table has moved on, and is not shown. */
  private aside(request: Request, aside: Aside): void {
    this.asides.set(this.live.send(request), aside);
  }

  /** Takes the next step in the next shuffle. A player still looking at the last scores is not `ready`. */
  takePart(ready: boolean): void {
    if (this.info) this.suspicion = this.witness.takePart(this.info, ready);
  }

  /** Gives up the seat, and its part in a shuffle that has not been dealt yet. */
  leave(): void {
    if (this.info && (this.view?.to_move ?? null) === null) this.witness.leave(this.info.round);
    this.ask({ type: 'leave' });
  }

  ask(request: Request): void {
    this.live.send(request);
  }

  /** Asks for the best moves, or hides them. Only once per position: the answer would be the same. */
  advise(): void {
    if (this.hint) this.hint = null;
    else if (this.advice) this.hint = this.advice;
    else if (this.hintId === null) {
      this.hintId = this.live.send({ type: 'hint' });
      this.thinking = true;
    }
  }

  /** Shows at once everything that has happened. */
  hurry(): void {
    this.pace.hurry();
  }

  close(): void {
    this.pace.clear();
    this.sleep();
    this.live.close();
  }

  private whichSeat(): { seat?: number } {
    return this.deciding !== null && (this.info?.you.length ?? 0) > 1 ? { seat: this.deciding } : {};
  }

  private receive(message: ServerMessage): void {
    if ('id' in message && message.type !== 'error') this.take(message.id)?.granted();
    if (message.type === 'state') this.arrive(message);
    else if (message.type === 'event') this.pace.add(() => this.happen(message), this.info?.you.includes(message.seat ?? -1) ?? false);
    else if (message.type === 'table') this.pace.follow(() => this.inform(message.table));
    else if (message.type === 'error') this.refused(message.id, message.code, message.message);
    else if (message.type === 'hint' && message.id === this.hintId) this.think(message.moves);
    else if (message.type === 'explain') this.explained = { gains: message.gains, reasons: message.reasons };
    else if (message.type === 'said') this.said = { seat: message.seat, phrase: message.phrase, at: Date.now() };
  }

  /** Returns the handler of an answered request, and forgets it. */
  private take(id: string): Aside | null {
    const aside = this.asides.get(id) ?? null;
    this.asides.delete(id);
    return aside;
  }

  private arrive({ version, view, table, recent }: StateMessage): void {
    this.pace.clear();
    this.inform(table);
    this.happened = remembered(recent, version);
    this.show(version, view);
  }

  private inform(table: TableInfo): void {
    if (!this.info) void dealingOf(table.game).then((found) => this.witnessWith(found));
    this.info = table;
  }

  private happen(event: EventMessage): void {
    const { version, seat = null, move, card, what, recent } = event;
    const last = { version, seat, turn: this.view?.turn ?? 0, move, card, what };
    const before = recent ? remembered(recent, version) : this.happened;
    this.happened = [last, ...before].slice(0, KEPT);
    if (this.info) this.info = { ...this.info, can_take_back: event.can_take_back ?? false };
    this.show(version, event.view, last);
  }

  private show(version: number, view: View | null, last: Happened | null = null): void {
    if (view && this.view && view.scores.length > this.view.scores.length) this.ended = view;
    if (version !== this.version) this.forget();
    this.version = version;
    this.view = view;
    if (view && this.dealing) this.witness.look(this.dealing, view, last);
    this.sent = null;
    this.problem = null;
  }

  private witnessWith(dealing: Dealing): void {
    this.dealing = dealing;
    if (this.view) this.witness.look(dealing, this.view, null);
  }

  private think(moves: HintMove[] | null): void {
    this.hint = this.advice = moves;
    this.thinking = false;
  }

  /** Forgets what was said about the previous position. */
  private forget(): void {
    this.think(null);
    this.hintId = null;
    this.explained = NOTHING;
  }

  private refused(id: string | null, code: string, message: string): void {
    const aside = this.take(id ?? '');
    if (aside) return aside.refused();
    if (id === this.sentId) this.sent = null;
    if (id === this.hintId) {
      this.think(null);
      this.hintId = null;
    }
    this.problem = { code, message };
  }
}
