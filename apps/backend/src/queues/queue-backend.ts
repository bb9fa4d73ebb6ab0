import { setTimeout as pause } from 'node:timers/promises';
import {
  type BackendFactory,
  type ConnectionOptions,
  createRedisBackend,
  type IQueueBackend,
  PostgresConnection,
  PostgresQueueBackend,
} from 'bullmq';
import { deadlineOptions } from '../database/index.ts';
import { requireQueueTables } from './queue-tables.ts';

const POOL_MAX = 3;
const RETRY_MS = 1000;
/** Response timeout. Redis normally responds within milliseconds. */
const REDIS_RESPONSE_MS = 4000;
/** Response timeout of workers, which wait for a job in one command for up to ten seconds. */
const REDIS_BLOCKING_MS = 12_000;

/** A connection that retries. BullMQ's own class would cache a failed first connection forever. */
class RecoveringConnection extends PostgresConnection {
  #ready: Promise<void> | undefined;
  #listening: Awaited<ReturnType<PostgresConnection['getListenClient']>> | undefined;

  override async getListenClient() {
    this.#listening = await super.getListenClient();
    return this.#listening;
  }

  /** BullMQ removes the listeners of the client that it ends. If the server ended it first, the process would exit. */
  override close(): Promise<void> {
    const closed = super.close();
    this.#listening?.on('error', () => undefined);
    return closed;
  }

  override waitUntilReady(): Promise<void> {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #prepare(): Promise<void> {
    const client = await this.pool.connect();
    // The next statement on a broken connection reports the error. Without a listener, the process would exit.
    client.on('error', () => undefined);
    try {
      await requireQueueTables(client);
    } finally {
      client.release(true);
    }
    setImmediate(() => this.emit('ready'));
  }
}

/** Delays the retries of workers. After errors that BullMQ doesn't recognize as a lost connection, it would retry immediately. */
class DelayedRetryBackend extends PostgresQueueBackend {
  override async moveToActive(token: string, name?: string): ReturnType<PostgresQueueBackend['moveToActive']> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      if (!this.closing) await pause(RETRY_MS);
      throw error;
    }
  }
}

/** The location of the queues, which `queueBackend` receives as BullMQ's connection options. */
interface QueueAddress {
  url: string;
  /** Time limit of a statement if the queues are in PostgreSQL. */
  statementMs: number;
}

export const queueConnection = (address: QueueAddress) => address as ConnectionOptions;

/** Replaces a connection when a response is overdue, because a failover or a frozen host may lose a connection without closing it. */
const redisOptions = (url: string, waitsForJobs = false) => ({
  url,
  socketTimeout: waitsForJobs ? REDIS_BLOCKING_MS : REDIS_RESPONSE_MS,
});

/** Selects the queue's backend by its URL: PostgreSQL for `postgres:`, otherwise Redis. */
export const queueBackend: BackendFactory<IQueueBackend> = (name, options, extraOptions = {}) => {
  const { url, statementMs } = options.connection as QueueAddress;
  if (!/^postgres(?:ql)?:/.test(url)) {
    const connection = redisOptions(url, extraOptions.withBlockingConnection);
    return createRedisBackend(name, { ...options, connection }, extraOptions);
  }
  const connection = new RecoveringConnection({
    connectionString: url,
    max: POOL_MAX,
    ...deadlineOptions(statementMs),
  });
  const listener = extraOptions.withBlockingConnection ? name : extraOptions.blocking ? `${name}:qe` : undefined;
  return new DelayedRetryBackend(connection, name, { ...options, connection: url }, true, listener);
};
