import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Ports outside the ephemeral range, so that no other program takes the port while the proxy is down. */
const PORTS = [20_000, 32_000] as const;

/** A TCP proxy to the archive that tests can cut: it closes all connections and accepts none until restored. */
export class UnreliableProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((inside) => this.#accept(inside));
  #port = 0;
  #isDown = false;
  #sent = 0;
  #cutAfter = Infinity;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** The archive's address through the proxy. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get isCut(): boolean {
    return this.#isDown;
  }

  async open(): Promise<void> {
    for (;;) {
      this.#port = randomInt(...PORTS);
      try {
        return await this.up();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Stops listening, as if the archive's process had ended, until `up`. */
  async down(): Promise<void> {
    await this.close();
  }

  async up(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  /** Cuts all connections once this many more bytes have been sent to the archive. */
  cutAfter(bytes: number): void {
    this.#sent = 0;
    this.#cutAfter = bytes;
  }

  restore(): void {
    this.#cutAfter = Infinity;
    this.#isDown = false;
  }

  #accept(inside: Socket): void {
    if (this.#isDown) {
      inside.destroy();
      return;
    }
    const outside = connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [inside, outside]) {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    inside.on('data', (chunk) => this.#count(chunk.length));
    inside.pipe(outside).pipe(inside);
    inside.on('close', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  }

  #count(bytes: number): void {
    this.#sent += bytes;
    if (this.#sent < this.#cutAfter) return;
    this.#isDown = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}
