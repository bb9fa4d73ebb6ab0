import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { col } from './columns.ts';
import { driverOptions } from './driver-options.ts';
import { hasTooManyPlans, plannedOptions } from './planned-pool.ts';
import { send, type Parameters, type Result, type StatementExecutor } from './statement-executor.ts';
import { type Statement, statement } from './statement.ts';
import { sqlState } from './transient-errors.ts';

/** If the replica takes longer, the statement runs on the primary, which still has enough time for the request. */
const STATEMENT_MS = 3000;
const CONNECT_MS = 1000;
/** Time before a failed replica is used again. */
const FAILURE_RETRY_MS = 5000;
/** Time before a lagging replica is tried again. */
const LAG_RETRY_MS = 50;

const POSITION = statement(
  'wal-position',
  `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as position`,
  { position: col.int },
);
/** The position up to which a replica has replayed the WAL; null on a server that isn't a replica. */
const REPLAYED = statement(
  'wal-replayed',
  `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`,
  { position: col.int.nullable() },
);

/**
 * Error codes of a working server that rejects a statement: invalid data, a write, or a conflict with the changes that it replays, which
 * happens while the primary is vacuuming.
 */
const REJECTION = /^(?:22|23|25006|40|42(?!P01))/;

/** The number of changes that the request's session lookup saw on the primary. A read must include all of them. */
const required = new AsyncLocalStorage<bigint>();

export type ReadOutcome = 'replica' | 'behind' | 'busy' | 'failed';

/**
 * Reads from a streaming replica that are as fresh as reads from the primary. The session lookup of each request reads the number of
 * changes on the primary. A connection is used only after its server has replayed the primary's WAL up to a position at which that number
 * of changes had been reached. Otherwise, or if the replica fails, the primary executes the statement.
 */
export class ReadReplica {
  readonly #log = new Logger(ReadReplica.name);
  readonly #primary: StatementExecutor;
  readonly #pool: pg.Pool;
  readonly #plannedPool: pg.Pool;
  readonly #onRead: (outcome: ReadOutcome) => void;
  /** The latest known number of changes, and a WAL position at which the primary had reached it. */
  #latest: { changeCount: bigint; position: Promise<number> } | undefined;
  /** The position up to which each connection's server has replayed. Connections to one URL may reach different servers. */
  readonly #replayed = new WeakMap<pg.PoolClient, number>();
  #pausedUntil = 0;
  #isFailing = false;

  /** @param onRead called for each read that may use the replica, to count the outcomes */
  constructor(url: string, poolMax: number, primary: StatementExecutor, onRead: (outcome: ReadOutcome) => void) {
    this.#primary = primary;
    this.#onRead = onRead;
    const options = { ...driverOptions(url, STATEMENT_MS), connectionTimeoutMillis: CONNECT_MS, max: poolMax };
    this.#pool = new pg.Pool(options);
    this.#plannedPool = new pg.Pool(plannedOptions(options));
    for (const pool of [this.#pool, this.#plannedPool]) {
      // A lost connection is replaced when the next read needs one.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
    }
  }

  /** Whether the replica was unavailable for the last read. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Executes a read on the replica; undefined if the primary must execute it. */
  async read(statement: Statement, parameters: Parameters): Promise<Result | undefined> {
    const changeCount = required.getStore();
    if (changeCount === undefined) return undefined;
    if (performance.now() < this.#pausedUntil) return this.#fallBack(this.#isFailing ? 'failed' : 'behind', 0);
    const position = await this.#positionOf(changeCount);
    const pool = statement.planOnce ? this.#plannedPool : this.#pool;
    let client: pg.PoolClient | undefined;
    let failure: Error | boolean = false;
    try {
      client = await pool.connect();
      if (!(await this.#hasReplayed(client, position))) return this.#fallBack('behind', LAG_RETRY_MS);
      const result = await send(client, statement, parameters);
      this.#markAvailable();
      this.#onRead('replica');
      failure = statement.planOnce && hasTooManyPlans(client, statement);
      return result;
    } catch (error) {
      // If the statement itself is invalid, the primary reports it.
      if (REJECTION.test(sqlState(error) ?? '')) return this.#fallBack('failed', 0);
      if (client === undefined && isFull(pool)) return this.#fallBack('busy', 0);
      failure = error as Error;
      if (!this.#isFailing) this.#log.warn(`The read replica failed (${failure.message}). The primary answers.`);
      this.#isFailing = true;
      return this.#fallBack('failed', FAILURE_RETRY_MS);
    } finally {
      client?.release(failure);
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#plannedPool.end()]);
  }

  #markAvailable(): void {
    if (this.#isFailing) this.#log.log('The read replica is available again.');
    this.#isFailing = false;
  }

  #fallBack(outcome: ReadOutcome, pauseMs: number): undefined {
    // Another read may have found a reason for a longer pause.
    if (pauseMs > 0) this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pauseMs);
    this.#onRead(outcome);
  }

  /**
   * The WAL position for a number of changes. Equal numbers mean the same changes, so the position that was read first is valid for later
   * requests.
   */
  #positionOf(changeCount: bigint): Promise<number> {
    if (this.#latest && changeCount <= this.#latest.changeCount) return this.#latest.position;
    const position = this.#primary.row(POSITION).then((row) => row?.position ?? Number.POSITIVE_INFINITY);
    const latest = { changeCount, position };
    this.#latest = latest;
    position.catch(() => {
      if (this.#latest === latest) this.#latest = undefined;
    });
    return position;
  }

  async #hasReplayed(client: pg.PoolClient, position: number): Promise<boolean> {
    if ((this.#replayed.get(client) ?? 0) >= position) return true;
    const { rows } = await send(client, REPLAYED);
    this.#markAvailable();
    const [row] = rows as { position: number | null }[];
    const replayed = row?.position ?? 0;
    this.#replayed.set(client, replayed);
    return replayed >= position;
  }
}

/** Whether all connections are in use, which doesn't mean that the server is unavailable. */
const isFull = ({ idleCount, totalCount, options }: pg.Pool) => idleCount === 0 && totalCount >= options.max;

/** Allows a request to read from the replica if its response depends only on counted changes. Register it after the session guard. */
export function allowReplicaReads(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { changeCount, method, routeOptions } = request;
    const isAllowed = method === 'GET' && changeCount !== null && routeOptions.config.operation?.cacheable === true;
    if (isAllowed) required.run(BigInt(changeCount), done);
    else done();
  });
}
