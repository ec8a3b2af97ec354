// A table's socket: joins, reconnects where it left off, and resends requests that were not answered. A refusal ends it. A silent server
// counts as gone: a machine that loses its power, or a balancer in front of it, closes nothing.

import { randomHex } from './random';
import type { ErrorMessage, Request, ServerMessage } from './wire';

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
/** Applies when the server said that it is busy. */
const LONGEST_BUSY_WAIT = 60_000;
const PING_EVERY = 20_000;
/** How long the server may take for any message after a request or a ping. */
const PATIENCE = 10_000;
const LOST = 1006;

const TOO_MANY = 4429;
const TRY_LATER = 1013;
/** A refusal is 4000 plus an HTTP status; retrying only helps with `TOO_MANY`. */
const REFUSALS = [4400, 4499] as const;

export interface Keys {
  token?: string;
  watch?: string;
}

interface Listener {
  message(message: ServerMessage): void;
  connected(yes: boolean): void;
  /** The server refused this client, which does not retry. `why` is the error that came with the refusal, if any. */
  refused(code: number, why: ErrorMessage | null): void;
}

type Timer = ReturnType<typeof setTimeout>;

const isFinal = (code: number): boolean => code >= REFUSALS[0] && code <= REFUSALS[1] && code !== TOO_MANY;
const isBusy = (code: number): boolean => code === TOO_MANY || code === TRY_LATER || code > REFUSALS[1];
/** Only these show that the client has joined, and how far it has got: an `ack` may arrive before the event it is about. */
const tellsTheTable = ({ type }: ServerMessage): boolean => type === 'state' || type === 'event' || type === 'table';

export class Live {
  version = 0;
  private socket: WebSocket | null = null;
  /** Whether the socket is open and `join` was sent, so that requests can follow. */
  private ready = false;
  private joined = false;
  private closed = false;
  private busy = false;
  /** The error that came with a refusal to join. */
  private why: ErrorMessage | null = null;
  private wait = FIRST_WAIT;
  private retry: Timer | undefined;
  private pings: Timer | undefined;
  private silence: Timer | undefined;
  private count = 0;
  /** Requests not answered yet, by id. */
  private readonly waiting = new Map<string, string>();
  private readonly session = randomHex(16);

  constructor(
    private readonly address: string,
    private readonly keys: Keys,
    private readonly listener: Listener,
  ) {
    this.open();
  }

  /** Sends a request, and resends it after every reconnection until it is answered. Returns its id. */
  send(request: Request): string {
    const id = `${this.session}/${++this.count}`;
    const text = JSON.stringify({ ...request, id });
    this.waiting.set(id, text);
    if (this.ready) this.say(text);
    return id;
  }

  /** Reconnects at once, unless the server asked to wait: the network is back, or the page is visible again. */
  wake(): void {
    if (!this.busy) this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.stopTimers();
    this.socket?.close();
  }

  private say(text: string): void {
    const { socket } = this;
    socket?.send(text);
    if (socket && this.joined) this.silence ??= setTimeout(() => this.abandon(socket), PATIENCE);
  }

  private heard(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  private stopTimers(): void {
    clearInterval(this.pings);
    this.heard();
  }

  /** A socket to a machine that is gone would take minutes to close. */
  private abandon(socket: WebSocket): void {
    socket.onmessage = null;
    socket.close();
    this.broken(socket, LOST);
  }

  private readonly open = (): void => {
    if (this.closed || this.socket) return;
    clearTimeout(this.retry);
    this.why = null;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.join(socket);
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = ({ code }) => this.broken(socket, code);
  };

  /** Resends open requests straight after `join`: waiting for its answer would cost a round trip. */
  private join(socket: WebSocket): void {
    this.ready = true;
    socket.send(JSON.stringify({ type: 'join', since: this.version, ...this.keys }));
    for (const text of this.waiting.values()) socket.send(text);
  }

  private receive(message: ServerMessage): void {
    this.heard();
    if ('id' in message && message.id) this.waiting.delete(message.id);
    if (tellsTheTable(message)) {
      if (!this.joined) this.begin();
      if ('version' in message) this.version = Math.max(this.version, message.version);
    }
    if (message.type === 'error' && !this.joined) this.why = message;
    this.listener.message(message);
  }

  private begin(): void {
    this.joined = true;
    this.busy = false;
    this.wait = FIRST_WAIT;
    this.listener.connected(true);
    this.pings = setInterval(() => this.say('{"type": "ping"}'), PING_EVERY);
  }

  private broken(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.ready = false;
    this.joined = false;
    this.stopTimers();
    this.listener.connected(false);
    if (this.closed) return;
    if (isFinal(code)) this.giveUp(code);
    else this.tryLater(isBusy(code));
  }

  private giveUp(code: number): void {
    this.closed = true;
    this.listener.refused(code, this.why);
  }

  private tryLater(busy: boolean): void {
    this.busy = busy;
    this.retry = setTimeout(this.open, this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, busy ? LONGEST_BUSY_WAIT : LONGEST_WAIT);
  }
}
