import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { IngestOperation } from '@archive/contracts';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Drain } from '../../common/index.ts';
import { IngestQueries } from './ingest-queries.ts';

const POLL_MS = 500;
/** Proxies close connections that are idle for 30 seconds. */
const HEARTBEAT_MS = 15_000;
/** Delay before a browser reconnects. */
const RECONNECT_MS = 2000;

interface Listener {
  id: string;
  stream: PassThrough;
  /** Id of the last event sent. */
  last: string | undefined;
}

const hasEnded = ({ status, undoing }: IngestOperation) =>
  (status === 'completed' || status === 'failed') && undoing === null;
const eventIdOf = (data: string) => createHash('sha1').update(data).digest('base64url');

/**
 * Streams operations as server-sent events. One query every 500 ms reads the operations of all listeners, so events work across processes
 * and streams survive database outages. Event ids are content hashes, so a reconnecting client receives only what has changed.
 */
@Injectable()
export class IngestEvents implements BeforeApplicationShutdown {
  readonly #log = new Logger('Ingest');
  readonly #listeners = new Set<Listener>();
  #polling: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #isPolling = false;

  constructor(
    private readonly queries: IngestQueries,
    drain: Drain,
  ) {
    drain.signal.addEventListener('abort', () => this.#endAll());
  }

  /** Number of open streams. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** Opens a stream; undefined when the operation has ended and the client has its last event. `last` is the id of the last event received. */
  async open(id: string, last: string | undefined): Promise<PassThrough | undefined> {
    const operation = await this.queries.operation(id);
    if (hasEnded(operation) && eventIdOf(JSON.stringify(operation)) === last) return undefined;
    const stream = new PassThrough();
    stream.write(`retry: ${RECONNECT_MS}\n\n`);
    const listener: Listener = { id, stream, last };
    this.#listeners.add(listener);
    stream.on('close', () => this.#remove(listener));
    stream.on('error', () => stream.destroy());
    this.#send(listener, operation);
    this.#polling ??= setInterval(() => void this.#poll(), POLL_MS);
    this.#heartbeat ??= setInterval(() => this.#sendHeartbeat(), HEARTBEAT_MS);
    return stream;
  }

  /** Also ends streams that were opened while the process was draining. */
  beforeApplicationShutdown(): void {
    this.#endAll();
  }

  /** Ends all streams. Browsers then reconnect, to another process if there is one. */
  #endAll(): void {
    for (const { stream } of this.#listeners) stream.end();
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      const operations = await this.queries.operations([...new Set([...this.#listeners].map(({ id }) => id))]);
      const byId = new Map(operations.map((operation) => [operation.operation_id, operation]));
      for (const listener of this.#listeners) {
        const operation = byId.get(listener.id);
        if (operation && listener.stream.writable) this.#send(listener, operation);
      }
    } catch (error) {
      this.#log.debug(`Could not read the operations for event streams: ${(error as Error).message}`);
    } finally {
      this.#isPolling = false;
    }
  }

  #send(listener: Listener, operation: IngestOperation): void {
    const data = JSON.stringify(operation);
    const eventId = eventIdOf(data);
    if (eventId !== listener.last) {
      listener.last = eventId;
      listener.stream.write(`event: operation\nid: ${eventId}\ndata: ${data}\n\n`);
    }
    if (hasEnded(operation)) {
      this.#listeners.delete(listener);
      listener.stream.end();
    }
  }

  #sendHeartbeat(): void {
    for (const { stream } of this.#listeners) if (stream.writable) stream.write(': keep-alive\n\n');
  }

  #remove(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#polling);
    clearInterval(this.#heartbeat);
    this.#polling = undefined;
    this.#heartbeat = undefined;
  }
}
