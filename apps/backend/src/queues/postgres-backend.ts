import { setTimeout as pause } from 'node:timers/promises';
import {
  type BackendFactory,
  type ConnectionOptions,
  createRedisBackend,
  type IQueueBackend,
  PostgresConnection,
  PostgresQueueBackend,
  runMigrations,
} from 'bullmq';

const POOL_MAX = 3;
const PAUSE_MS = 1000;

/** BullMQ keeps the outcome of its first connection for good; this one tries again, and brings the tables along. */
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
    // The statement that meets a broken connection tells of it; without a listener the process would end here.
    client.on('error', () => undefined);
    try {
      await runMigrations(client, this.schema);
    } finally {
      client.release(true);
    }
    setImmediate(() => this.emit('ready'));
  }
}

/** A worker asks again at once after an error that it does not know as one of the connection: here it waits before it may. */
class PatientBackend extends PostgresQueueBackend {
  override async moveToActive(token: string, name?: string): ReturnType<PostgresQueueBackend['moveToActive']> {
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      if (!this.closing) await pause(PAUSE_MS);
      throw error;
    }
  }
}

const addressOf = (connection: ConnectionOptions) =>
  'url' in connection && typeof connection.url === 'string' ? connection.url : '';

/** The queue's backend by the address that it is given: PostgreSQL for `postgres:`, else Redis. */
export const queueBackend: BackendFactory<IQueueBackend> = (name, options, extra = {}) => {
  const address = addressOf(options.connection);
  if (!/^postgres(?:ql)?:/.test(address)) return createRedisBackend(name, options, extra);
  const connection = new RecoveringConnection({ connectionString: address, max: POOL_MAX, keepAlive: true });
  const listener = extra.withBlockingConnection ? name : extra.blocking ? `${name}:qe` : undefined;
  return new PatientBackend(connection, name, { ...options, connection: address }, true, listener);
};
