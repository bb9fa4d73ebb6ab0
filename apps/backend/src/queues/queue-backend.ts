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
/** BullMQ's statements are short. */
const STATEMENT_MS = 15_000;
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

const addressOf = (connection: ConnectionOptions) =>
  'url' in connection && typeof connection.url === 'string' ? connection.url : '';

/** A connection that a failover or a frozen host has lost without closing it is replaced when a response is overdue. */
const redisBackend: typeof createRedisBackend = (name, options, extraOptions = {}) => {
  const socketTimeout = extraOptions.withBlockingConnection ? REDIS_BLOCKING_MS : REDIS_RESPONSE_MS;
  return createRedisBackend(name, { ...options, connection: { ...options.connection, socketTimeout } }, extraOptions);
};

/** Selects the queue's backend by its URL: PostgreSQL for `postgres:`, otherwise Redis. */
export const queueBackend: BackendFactory<IQueueBackend> = (name, options, extraOptions = {}) => {
  const address = addressOf(options.connection);
  if (!/^postgres(?:ql)?:/.test(address)) return redisBackend(name, options, extraOptions);
  const connection = new RecoveringConnection({
    connectionString: address,
    max: POOL_MAX,
    ...deadlineOptions(STATEMENT_MS),
  });
  const listener = extraOptions.withBlockingConnection ? name : extraOptions.blocking ? `${name}:qe` : undefined;
  return new DelayedRetryBackend(connection, name, { ...options, connection: address }, true, listener);
};
