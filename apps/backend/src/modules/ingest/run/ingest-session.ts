import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { AwayError } from '../../../database/index.ts';
import { IS_STALLED } from '../operation-columns.ts';

/** Keys of advisory locks, in PostgreSQL's space of two numbers: one for the turn to save, one for each operation. */
const TURN = 0x1_6e57;
const OPERATION = 0x1_6e58;

export const TURN_LOCK = `(${TURN}, 0)`;
export const OPERATION_LOCK = `(${OPERATION}, hashtext($1))`;

/** Whoever runs an operation after it has ended needs less time than this to find out. */
const FINDING_OUT = `interval '10 seconds'`;

/**
 * Ends the connections of those who run operations that stand still, or that are over: their workers find out, and can save nothing more.
 */
export const END_SESSIONS = `
  select o.id, pg_terminate_backend(l.pid) from pg_locks l
  join ingest_operation o on l.objid = (hashtext(o.id::text)::bigint & 4294967295)::oid
  where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = ${OPERATION} and l.objsubid = 2 and l.granted and (${IS_STALLED} or (o.undo_by is null and o.finished_at < now() - ${FINDING_OUT}))`;

const WAIT_MS = 5000;
const LOCK_TIMEOUT = '55P03';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * The one connection of a run. It holds the operation's lock, which two workers cannot both have, and all is saved through it: when
 * it is lost, the lock is free and nothing more can be saved.
 */
export class IngestSession {
  readonly client: PoolClient;
  /** Rejects when the connection breaks, also while nothing is asked of it: then the run is another worker's. */
  readonly lost: Promise<never>;

  private constructor(client: PoolClient) {
    this.client = client;
    const { promise, reject } = Promise.withResolvers<never>();
    this.lost = promise;
    this.lost.catch(() => undefined);
    client.on('error', (error) => reject(new AwayError('database', error)));
  }

  /** Undefined when another session runs the operation. */
  static async open(pool: Pool, operationId: string): Promise<IngestSession | undefined> {
    const client = await pool.connect();
    const session = new IngestSession(client);
    try {
      // A worker whose machine has lost its power is noticed within half a minute.
      await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4');
      const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock${OPERATION_LOCK} as got`, [
        operationId,
      ]);
      if (rows[0]?.got) return session;
    } catch (error) {
      session.close();
      throw error;
    }
    session.close();
    return undefined;
  }

  /** Waits until no other document is being saved, in the order of coming. */
  async takeTurn(signal: AbortSignal): Promise<void> {
    await this.client.query(`set lock_timeout = ${WAIT_MS}`);
    for (;;) {
      signal.throwIfAborted();
      try {
        await this.client.query(`select pg_advisory_lock${TURN_LOCK}`);
        break;
      } catch (error) {
        if (codeOf(error) !== LOCK_TIMEOUT) throw error;
        await pause(1);
      }
    }
    await this.client.query('set lock_timeout = 0');
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

  /** Ends the connection, and with it the locks. */
  close(): void {
    this.client.release(true);
  }
}
