import { isNativeError } from 'node:util/types';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, type Pool, type PoolClient } from 'pg';
import { extendDeadline, isResponsive } from './deadlines.ts';
import { FastPathPool } from './fast-path-pool.ts';
import { PlannedPool } from './planned-pool.ts';
import type { ReadReplica } from './read-replica.ts';
import {
  send,
  type StatementExecutor,
  CallbackExecutor,
  executorOn,
  withUnavailableErrors,
} from './statement-executor.ts';
import { withCommitHooks } from './transaction-context.ts';
import { retryTransient } from './transient-errors.ts';
import { withSpan } from '../common/tracing.ts';
import { UnavailableError } from '../common/unavailable.ts';

const RETRY_MS = 1000;
const ATTEMPTS_PER_LOG_LINE = 10;

/**
 * Executes declared statements and transactions on MikroORM's pool. Dates, times and timestamps arrive as text, numbers as numbers.
 * Throws an `UnavailableError` if the server doesn't respond. Statements outside of transactions may read from a replica, if there is one
 * and the request allows it.
 */
@Injectable()
export class Database extends CallbackExecutor implements OnApplicationShutdown {
  readonly #log = new Logger(Database.name);
  readonly #pool: Pool;
  readonly #fastPathPool: FastPathPool;
  readonly #plannedPool: PlannedPool;
  readonly #clientsInUse = new Set<PoolClient>();
  #checkedAt = Date.now();
  /**
   * Executes reads of one record by key on separate connections. Slow statements don't belong here, because they would delay those after
   * them.
   */
  readonly fastPath: StatementExecutor;
  #replica: ReadReplica | undefined;
  #stopped = false;
  /** One retry loop, shared by all callers. */
  #reaching: Promise<void> | undefined;

  constructor(pool: Pool) {
    super(async (statement, parameters) => {
      const read = this.#replica && (await this.#replica.read(statement, parameters));
      return read ?? send(statement.planOnce ? this.#plannedPool : pool, statement, parameters);
    });
    this.#pool = pool;
    this.#plannedPool = new PlannedPool(pool.options);
    this.#fastPathPool = new FastPathPool(pool.options);
    this.fastPath = executorOn(this.#fastPathPool);
    pool.on('acquire', (client) => this.#clientsInUse.add(client));
    pool.on('release', (_error, client) => this.#clientsInUse.delete(client));
  }

  static async create(orm: MikroORM): Promise<Database> {
    return new Database(await orm.em.getConnection().getNativeClient());
  }

  readFrom(replica: ReadReplica): void {
    this.#replica = replica;
  }

  /** The driver's pool, for libraries that send their own statements. */
  get pool(): Pool {
    return this.#pool;
  }

  /** Numbers of this process's connections, including those of the fast path and for planned statements, and of requests waiting for one. */
  get connections(): { inUse: number; idle: number; waiting: number; max: number } {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    const fastPath = this.#fastPathPool.connections;
    const planned = this.#plannedPool.connections;
    return {
      inUse: totalCount - idleCount + fastPath.inUse + planned.inUse,
      idle: idleCount + fastPath.open - fastPath.inUse + planned.open - planned.inUse,
      waiting: waitingCount + planned.waiting,
      max: options.max + FastPathPool.max + planned.max,
    };
  }

  /**
   * Runs `work` in a transaction on one connection. Rolls back if it throws. Retries after a serialization failure, a deadlock, or a
   * unique violation because another transaction has just taken a name.
   * @param statementMs time limit of each statement, for work that takes longer than a request
   */
  transaction<T>(
    work: (executor: StatementExecutor, client: PoolClient) => Promise<T>,
    { statementMs }: { statementMs?: number } = {},
  ): Promise<T> {
    const attempt = async () => {
      const client = await this.#pool.connect();
      let connectionError: Error | undefined;
      let restoreDeadline: (() => void) | undefined;
      try {
        await client.query('begin');
        if (statementMs !== undefined) restoreDeadline = await extendDeadline(client, statementMs, 'transaction');
        const result = await work(executorOn(client), client);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => (connectionError = failure));
        throw error;
      } finally {
        restoreDeadline?.();
        // After a failed rollback, the connection's state is unknown, so the pool must close it.
        client.release(connectionError);
      }
    };
    const logFailure = (error: unknown) => this.#log.error('An after-commit hook failed', error);
    return withUnavailableErrors(() =>
      withSpan('transaction', { attributes: { 'db.system.name': 'postgresql' } }, () =>
        retryTransient(() => withCommitHooks(attempt, logFailure)),
      ),
    );
  }

  /** Resolves when the server has responded to an unprepared statement. */
  async ping(): Promise<void> {
    await send(this.#pool, { name: undefined, sql: 'select 1' });
  }

  /**
   * Rejects if the pool can't execute a statement. A pool whose connections are all in use works as long as the server has responded on one
   * of them since the last check, or still has time to respond. The fast path isn't checked, because its connections are never checked out.
   */
  async checkPool(): Promise<void> {
    const since = this.#checkedAt;
    this.#checkedAt = Date.now();
    await this.ping().catch((error: unknown) => {
      if (![...this.#clientsInUse].some((client) => isResponsive(client, since))) throw error;
    });
  }

  /** Resolves when the server has responded on a new connection outside of the pool. */
  async pingOnNewConnection(): Promise<void> {
    const { onConnect: _, ...options } = this.#pool.options;
    const client = new Client(options);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
    } finally {
      await client.end();
    }
  }

  /**
   * Resolves once the database responds; until then, logs and retries. Never rejects. Stays pending if the process stops first.
   */
  untilReachable(): Promise<void> {
    this.#reaching ??= this.#waitUntilReachable().finally(() => (this.#reaching = undefined));
    return this.#reaching;
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    await this.#fastPathPool.end();
    await this.#plannedPool.end();
    await this.#replica?.end();
  }

  async #waitUntilReachable(): Promise<void> {
    for (let attempts = 0; !this.#stopped; attempts += 1) {
      try {
        await this.ping();
        if (attempts > 0) this.#log.log('The database is available again.');
        break;
      } catch (error) {
        if (attempts % ATTEMPTS_PER_LOG_LINE === 0) {
          this.#log.warn(`The database is unavailable (${reasonOf(error)}). Retrying every second.`);
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    if (this.#stopped) await new Promise(() => undefined);
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof UnavailableError ? error.cause : error;
  return isNativeError(reason) ? ('code' in reason && String(reason.code)) || reason.message : String(reason);
}
