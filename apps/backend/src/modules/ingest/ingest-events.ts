import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import type { IngestOperation } from '@archive/contracts';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { IngestReads } from './ingest-reads.ts';

const LOOK_MS = 500;
/** Proxies cut off who is silent for half a minute. */
const HEARTBEAT_MS = 15_000;
/** Before a browser that has lost the stream asks again. */
const RECONNECT_MS = 2000;

interface Listener {
  id: string;
  stream: PassThrough;
  /** Mark of what it was sent last. */
  last: string | undefined;
}

const isOver = ({ status, undoing }: IngestOperation) =>
  (status === 'completed' || status === 'failed') && undoing === null;
const markOf = (data: string) => createHash('sha1').update(data).digest('base64url');

/**
 * Operations as streams of server-sent events. While somebody listens, the rows are looked at twice a second, all of them in one statement:
 * whichever process saves, and through a database that was away, everybody hears of it. An event's id is a mark of what it says, so that who
 * comes back hears only what is new.
 */
@Injectable()
export class IngestEvents implements BeforeApplicationShutdown {
  readonly #log = new Logger('Ingest');
  readonly #reads: IngestReads;
  readonly #listeners = new Set<Listener>();
  #looking: NodeJS.Timeout | undefined;
  #beating: NodeJS.Timeout | undefined;
  #busy = false;

  constructor(reads: IngestReads) {
    this.#reads = reads;
  }

  /** How many listen. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** Undefined when the operation has ended and the listener has heard so. `last` is the id of the last event that it got. */
  async open(id: string, last: string | undefined): Promise<Readable | undefined> {
    const operation = await this.#reads.operation(id);
    if (isOver(operation) && markOf(JSON.stringify(operation)) === last) return undefined;
    const stream = new PassThrough();
    stream.write(`retry: ${RECONNECT_MS}\n\n`);
    const listener: Listener = { id, stream, last };
    this.#listeners.add(listener);
    stream.on('close', () => this.#leave(listener));
    stream.on('error', () => stream.destroy());
    this.#tell(listener, operation);
    this.#looking ??= setInterval(() => void this.#look(), LOOK_MS);
    this.#beating ??= setInterval(() => this.#beat(), HEARTBEAT_MS);
    return stream;
  }

  /** Browsers come back by themselves, and find another process. */
  beforeApplicationShutdown(): void {
    for (const { stream } of this.#listeners) stream.end();
  }

  async #look(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const operations = await this.#reads.operations([...new Set([...this.#listeners].map(({ id }) => id))]);
      const byId = new Map(operations.map((operation) => [operation.operation_id, operation]));
      for (const listener of this.#listeners) {
        const operation = byId.get(listener.id);
        if (operation) this.#tell(listener, operation);
      }
    } catch (error) {
      this.#log.debug(`Listeners of an ingest wait: ${(error as Error).message}`);
    } finally {
      this.#busy = false;
    }
  }

  #tell(listener: Listener, operation: IngestOperation): void {
    const data = JSON.stringify(operation);
    const mark = markOf(data);
    if (mark !== listener.last) {
      listener.last = mark;
      listener.stream.write(`event: operation\nid: ${mark}\ndata: ${data}\n\n`);
    }
    if (isOver(operation)) {
      this.#listeners.delete(listener);
      listener.stream.end();
    }
  }

  #beat(): void {
    for (const { stream } of this.#listeners) stream.write(': still here\n\n');
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#looking);
    clearInterval(this.#beating);
    this.#looking = undefined;
    this.#beating = undefined;
  }
}
