// A table's socket: joins, comes back after every break where it left off, and sends again what was not acknowledged.

import type { Request, ServerMessage } from './wire';

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;

export interface Keys {
  token?: string;
  watch?: string;
}

export interface Listener {
  message(message: ServerMessage): void;
  connected(yes: boolean): void;
}

export class Live {
  version = 0;
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private waiting = new Map<string, string>();
  private pings: number | undefined;
  private retry: number | undefined;
  private closed = false;
  private count = 0;
  private readonly session = crypto.randomUUID();

  constructor(
    private readonly table: string,
    private readonly keys: Keys,
    private readonly listener: Listener,
  ) {
    this.open();
    window.addEventListener('online', this.open);
    document.addEventListener('visibilitychange', this.open);
  }

  /** Sends a request; until it is answered, it is sent again after every break. Returns its id. */
  send(request: Request): string {
    const id = `${this.session}/${++this.count}`;
    const text = JSON.stringify({ ...request, id });
    this.waiting.set(id, text);
    if (this.joined) this.socket?.send(text);
    return id;
  }

  close(): void {
    this.closed = true;
    window.removeEventListener('online', this.open);
    document.removeEventListener('visibilitychange', this.open);
    window.clearTimeout(this.retry);
    window.clearInterval(this.pings);
    this.socket?.close();
  }

  private joined = false;

  private readonly open = (): void => {
    if (this.closed || this.socket) return;
    window.clearTimeout(this.retry);
    const { protocol, host } = window.location;
    const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/tables/${this.table}/live`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'join', since: this.version, ...this.keys }));
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => this.broken(socket);
  };

  private receive(message: ServerMessage): void {
    if (!this.joined) this.begin();
    if ('version' in message) this.version = Math.max(this.version, message.version);
    if ('id' in message && message.id) this.waiting.delete(message.id);
    this.listener.message(message);
  }

  /** The server has answered: whatever is still open goes out again. */
  private begin(): void {
    this.joined = true;
    this.wait = FIRST_WAIT;
    this.listener.connected(true);
    for (const text of this.waiting.values()) this.socket?.send(text);
    this.pings = window.setInterval(() => this.socket?.send('{"type": "ping"}'), PING_EVERY);
  }

  private broken(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.joined = false;
    window.clearInterval(this.pings);
    this.listener.connected(false);
    if (this.closed) return;
    this.retry = window.setTimeout(this.open, this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }
}
