import type { Pool, PoolClient } from 'pg';
import {
  col,
  extendDeadline,
  LONG_STATEMENT_MS,
  statement,
  type StatementExecutor,
  executorOn,
  UnavailableError,
} from '../../../database/index.ts';
import { IS_STALLED } from './operation-columns.ts';

/** Advisory lock keys (two-number form): one lock that only one saving import can hold, and one lock per operation. */
const SAVE_LOCK_CLASS = 0x1_6e57;
const OPERATION_LOCK_CLASS = 0x1_6e58;

export const SAVE_LOCK = `(${SAVE_LOCK_CLASS}, 0)`;
export const OPERATION_LOCK = `(${OPERATION_LOCK_CLASS}, hashtext($1))`;

/** Whether a session waits for the save lock with a small document. */
const IS_WANTED = statement(
  'ingest-save-lock-wanted',
  `
  select exists (
    select from pg_locks waiting
    join pg_locks own on own.pid = waiting.pid and own.locktype = 'advisory' and own.classid = ${OPERATION_LOCK_CLASS} and own.objsubid = 2
    join ingest_operation o on own.objid = (hashtext(o.id::text)::bigint & 4294967295)::oid and not o.large
    where waiting.locktype = 'advisory' and waiting.classid = ${SAVE_LOCK_CLASS} and not waiting.granted
      and waiting.database = (select oid from pg_database where datname = current_database())
  ) as wanted, clock_timestamp() as at`,
  { wanted: col.bool, at: col.timestamp },
);

/** Whether imports other than $1 have created voyages since $2. */
const HAVE_CREATED = statement(
  'ingest-have-created',
  `select exists (
    select from ingest_operation where id <> $1 and updated_at >= $2 and (outcome->>'create')::int > 0) as created`,
  { created: col.bool },
);

/** Time that a worker gets to notice that its operation has ended. */
const GRACE_PERIOD = `interval '10 seconds'`;

/** Terminates sessions of stalled or ended operations, so that their workers can't save anything more. */
export const END_SESSIONS = statement(
  'ingest-end-sessions',
  `
  select o.id, pg_terminate_backend(l.pid) from pg_locks l
  join pg_stat_activity a on a.pid = l.pid and a.usename = current_user
  join ingest_operation o on l.objid = (hashtext(o.id::text)::bigint & 4294967295)::oid
  where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = ${OPERATION_LOCK_CLASS} and l.objsubid = 2 and l.granted and (${IS_STALLED} or (o.undo_by is null and o.finished_at < now() - ${GRACE_PERIOD}))`,
  { id: col.uuid, pg_terminate_backend: col.bool },
);

const WAIT_MS = 5000;
const LOCK_TIMEOUT = '55P03';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * The database connection of an operation's run. It holds the operation's lock, and all writes use it. A run that loses its connection
 * therefore loses the lock, and can't save anything more.
 */
export class LockedConnection {
  readonly client: PoolClient;
  /** Executes statements on this connection. */
  readonly executor: StatementExecutor;
  /** Rejects when the connection is lost, even while idle. Another worker may then run the operation. */
  readonly connectionLost: Promise<never>;

  private constructor(client: PoolClient) {
    this.client = client;
    this.executor = executorOn(client);
    const { promise, reject } = Promise.withResolvers<never>();
    this.connectionLost = promise;
    this.connectionLost.catch(() => undefined);
    client.on('error', (error) => reject(new UnavailableError('database', error)));
  }

  /** Opens a connection; undefined if another session is running the operation. */
  static async open(pool: Pool, operationId: string): Promise<LockedConnection | undefined> {
    const client = await pool.connect();
    const session = new LockedConnection(client);
    try {
      await extendDeadline(client, LONG_STATEMENT_MS, 'connection');
      const { rows } = await client.query<{ is_locked: boolean }>(
        `select pg_try_advisory_lock${OPERATION_LOCK} as is_locked`,
        [operationId],
      );
      if (rows[0]?.is_locked) return session;
    } catch (error) {
      session.close();
      throw error;
    }
    session.close();
    return undefined;
  }

  /** Waits until no other document is being saved, in order of arrival. Calls `onWaiting` every few seconds. */
  async waitForSaveLock(signal: AbortSignal, onWaiting?: () => Promise<void>): Promise<void> {
    await this.client.query(`set lock_timeout = ${WAIT_MS}`);
    for (;;) {
      signal.throwIfAborted();
      try {
        await this.client.query(`select pg_advisory_lock${SAVE_LOCK}`);
        break;
      } catch (error) {
        if (codeOf(error) !== LOCK_TIMEOUT) throw error;
        await onWaiting?.();
      }
    }
    await this.client.query('set lock_timeout = 0');
  }

  /** Lets small documents that wait for the save lock be saved first. Returns what they did; undefined if there were none. */
  async letOthersSave(operationId: string, signal: AbortSignal): Promise<{ created: boolean } | undefined> {
    const state = await this.executor.row(IS_WANTED);
    if (!state?.wanted) return undefined;
    await this.releaseSaveLock();
    await this.waitForSaveLock(signal);
    return this.executor.row(HAVE_CREATED, [operationId, state.at]);
  }

  async releaseSaveLock(): Promise<void> {
    await this.client.query(`select pg_advisory_unlock${SAVE_LOCK}`);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query('begin');
    try {
      const result = await work();
      await this.client.query('commit');
      return result;
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Closes the connection, which releases the locks. */
  close(): void {
    this.client.release(true);
  }
}
