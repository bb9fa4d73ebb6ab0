import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to the archive that can be cut: who is on it is thrown off, and nobody gets through until it is mended. */
export class CutLine {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((inside) => this.#join(inside));
  #port = 0;
  #cut = false;
  #sent = 0;
  #cutAfter = Infinity;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** The archive's address, by this line. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get isCut(): boolean {
    return this.#cut;
  }

  async open(): Promise<void> {
    await this.up();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** As when the archive's process has ended: who is on the line is thrown off, and whoever calls is refused. Until `up`. */
  async down(): Promise<void> {
    this.#port = Number(new URL(this.url).port);
    await this.close();
  }

  async up(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  /** Cuts the line as soon as so many bytes more have been sent to the archive. */
  cutAfter(bytes: number): void {
    this.#sent = 0;
    this.#cutAfter = bytes;
  }

  mend(): void {
    this.#cutAfter = Infinity;
    this.#cut = false;
  }

  #join(inside: Socket): void {
    if (this.#cut) {
      inside.destroy();
      return;
    }
    const outside = connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [inside, outside]) {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    inside.on('data', (chunk) => this.#pass(chunk.length));
    inside.pipe(outside).pipe(inside);
    inside.on('close', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  }

  #pass(bytes: number): void {
    this.#sent += bytes;
    if (this.#sent < this.#cutAfter) return;
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}
