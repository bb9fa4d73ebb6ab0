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
/** Redis responds in milliseconds. */
const REDIS_RESPONSE_MS = 4000;
/** Workers wait for a job up to ten seconds in one command. */
const REDIS_BLOCKING_MS = 12_000;

/** BullMQ caches the result of its first connection forever. This connection retries. */
class RecoveringConnection extends PostgresConnection {
  #ready: Promise<void> | undefined;

  override waitUntilReady(): Promise<void> {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #prepare(): Promise<void> {
    const client = await this.pool.connect();
    // The next statement on a broken connection reports the error; without a listener the process would exit.
    client.on('error', () => undefined);
    try {
      await requireQueueTables(client);
    } finally {
      client.release(true);
    }
    setImmediate(() => this.emit('ready'));
  }
}

/** Waits before a worker retries: after an error that BullMQ does not recognize as a lost connection it would retry immediately. */
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

/** Where the queues are: what `queueBackend` gets as BullMQ's connection options. */
interface QueueAddress {
  url: string;
  /** Time limit of a statement, if the queues are in PostgreSQL. */
  statementMs: number;
}

export const queueConnection = (address: QueueAddress) => address as ConnectionOptions;

/** A connection that a failover or a frozen host has lost without closing it is replaced when a response is overdue. */
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
