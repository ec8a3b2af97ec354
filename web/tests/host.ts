// A real socket server on loopback that follows the test's instructions.

import type { AddressInfo } from 'node:net';
import { type WebSocket as Connection, WebSocketServer } from 'ws';

/** A queue whose next item can be awaited before it arrives. */
export class Queue<T> {
  private readonly ready: T[] = [];
  private readonly wanted: ((thing: T) => void)[] = [];

  add(thing: T): void {
    const taker = this.wanted.shift();
    if (taker) taker(thing);
    else this.ready.push(thing);
  }

  next(): Promise<T> {
    const thing = this.ready.shift();
    return thing === undefined ? new Promise((take) => this.wanted.push(take)) : Promise.resolve(thing);
  }
}

export interface Asked {
  type: string;
  id?: string;
  since?: number;
}

/** A client that has connected. */
export class Guest {
  readonly asked = new Queue<Asked>();

  constructor(private readonly connection: Connection) {
    connection.on('message', (data) => this.asked.add(JSON.parse(String(data)) as Asked));
  }

  tell(message: object): void {
    this.connection.send(JSON.stringify(message));
  }

  /** Without a code the connection just breaks. */
  end(code?: number): void {
    if (code === undefined) this.connection.terminate();
    else this.connection.close(code);
  }
}

export class Host {
  readonly guests = new Queue<Guest>();

  private constructor(private readonly server: WebSocketServer) {
    server.on('connection', (connection) => this.guests.add(new Guest(connection)));
  }

  static open(): Promise<Host> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    return new Promise((opened) => server.on('listening', () => opened(new Host(server))));
  }

  get address(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const connection of this.server.clients) connection.terminate();
    this.server.close();
  }
}
