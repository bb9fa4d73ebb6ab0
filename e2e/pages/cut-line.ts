import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to the archive that can be cut: who is on it is thrown off, and nobody gets through until it is mended. */
export class CutLine {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((inside) => this.#join(inside));
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
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
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
