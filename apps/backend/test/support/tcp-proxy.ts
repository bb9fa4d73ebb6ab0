import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@archive/postgres';

/** A TCP proxy that can be closed, to make a server unavailable. */
export class TcpProxy {
  readonly #sockets = new Set<Socket>();
  readonly #lost = new Set<Socket>();
  readonly #target: URL;
  #withheld: { request: string; after: string; onResponse: () => void; connection?: Socket } | undefined;
  #server = this.#createServer();
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** The target's URL through the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  async open(): Promise<void> {
    this.#server = this.#createServer();
    // No other program takes this port while the proxy is closed.
    this.#port ||= await freePort();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  /** Rejects new connections and closes the open ones. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Drops all data on the open connections without closing them, as after a failover; new connections work. */
  loseConnections(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.resume();
      this.#lost.add(socket);
    }
  }

  /**
   * On the connection that has already sent `after`, drops the response to data that contains `request`, and everything later. Resolves
   * when the target has responded.
   */
  withholdResponseTo(request: string, { after }: { after: string }): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#withheld = { request, after, onResponse: resolve };
    return promise;
  }

  #withhold(data: Buffer, client: Socket, upstream: Socket): void {
    if (!this.#withheld) return;
    if (data.includes(this.#withheld.after)) this.#withheld.connection = client;
    if (this.#withheld.connection !== client || !data.includes(this.#withheld.request)) return;
    upstream.unpipe(client).once('data', this.#withheld.onResponse).resume();
    this.#withheld = undefined;
  }

  #createServer() {
    return createServer((client) => {
      const upstream = connect(Number(this.#target.port), this.#target.hostname);
      client.on('data', (data: Buffer) => this.#withhold(data, client, upstream));
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('close', () => this.#sockets.delete(socket));
        socket.on('error', () => undefined);
      }
      client.pipe(upstream).pipe(client);
      const closeTogether = (closed: Socket, peer: Socket) =>
        closed.on('close', () => {
          if (!this.#lost.delete(closed)) peer.destroy();
        });
      closeTogether(client, upstream);
      closeTogether(upstream, client);
    });
  }
}
