import { PassThrough } from 'node:stream';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { FrontendRegistry } from './registry.ts';

const POLL_MS = 2000;
/** Proxies close connections that are idle for 30 seconds. */
const HEARTBEAT_MS = 15_000;
/** Delay before a browser reconnects. */
const RECONNECT_MS = 3000;

/** Streams the number of each new registry revision. One query every two seconds serves all listeners of a process. */
@Injectable()
export class ReleaseEvents implements BeforeApplicationShutdown {
  readonly #listeners = new Set<PassThrough>();
  #polling: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(private readonly registry: FrontendRegistry) {}

  async open(): Promise<PassThrough> {
    const { revision } = await this.registry.fresh();
    const stream = new PassThrough();
    stream.on('close', () => this.#remove(stream));
    stream.on('error', () => stream.destroy());
    stream.write(`retry: ${RECONNECT_MS}\n\n${eventOf(revision)}`);
    if (this.#listeners.size === 0) this.#last = revision;
    this.#listeners.add(stream);
    this.#polling ??= setInterval(() => void this.#poll(), POLL_MS);
    this.#heartbeat ??= setInterval(() => this.#send(': keep-alive\n\n'), HEARTBEAT_MS);
    return stream;
  }

  /** Ends all streams, so that browsers reconnect to another process. */
  beforeApplicationShutdown(): void {
    for (const stream of this.#listeners) stream.end();
  }

  async #poll(): Promise<void> {
    const { revision } = await this.registry.fresh();
    if (revision === this.#last) return;
    this.#last = revision;
    this.#send(eventOf(revision));
  }

  #send(text: string): void {
    for (const stream of this.#listeners) if (stream.writable) stream.write(text);
  }

  #remove(stream: PassThrough): void {
    this.#listeners.delete(stream);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#polling);
    clearInterval(this.#heartbeat);
    this.#polling = undefined;
    this.#heartbeat = undefined;
  }
}

const eventOf = (revision: number) => `event: revision\ndata: ${revision}\n\n`;
