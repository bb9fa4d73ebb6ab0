import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { afterCommit, col, Database, type RowOf, statement } from '../../../database/index.ts';
import { FetchTasks } from '../media-fetch/fetch-tasks.ts';
import { failOperation } from '../operation/operation.ts';
import { IngestJobs } from '../operation/ingest-jobs.ts';
import { cancelUndo } from '../undo/undo-row.ts';
import { END_SESSIONS, OPERATION_LOCK } from '../operation/locked-connection.ts';

const POLL_INTERVAL_MS = 2000;
/** A worker locks its operation within this time after taking the job. */
const CLAIM_TIMEOUT_MS = 500;
const MAX_INTERRUPTIONS = 20;

const TOO_MANY_INTERRUPTIONS = `The import was interrupted ${MAX_INTERRUPTIONS} times without progress and was stopped. Voyages saved so far are kept.`;

const ABANDONED_OPERATION = {
  id: col.uuid,
  attempt: col.int,
};
type AbandonedOperation = RowOf<typeof ABANDONED_OPERATION>;

/** Operations without updates for a second, or for up to a minute after repeated interruptions. */
const ABANDONED = statement(
  'ingest-abandoned',
  `
  select id, attempt from ingest_operation
  where (status = 'initializing' or (status = 'running' and saved_at is null) or undo_by is not null)
    and updated_at < now() - least(interval '1 minute', interval '1 second' * power(2, least(interruptions, 6)))
  order by created_at, id`,
  ABANDONED_OPERATION,
);

const REQUEUE = statement(
  'ingest-requeue',
  `
  update ingest_operation set attempt = attempt + 1, interruptions = interruptions + 1, updated_at = now()
  where id = $1 and attempt = $2 and (status in ('initializing', 'running') or undo_by is not null)
  returning interruptions`,
  { interruptions: col.int },
);
/** The lock is released with the implicit transaction of the statement. */
const IS_FREE = statement('ingest-is-free', `select pg_try_advisory_xact_lock${OPERATION_LOCK} as free`, {
  free: col.bool,
});

/**
 * Requeues operations if their worker was killed or is stalled, or if their job was lost. Checks at startup and every two seconds. The
 * table is the source of truth, so a lost job only causes a short delay.
 */
@Injectable()
export class StalledOperations implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('Ingest');
  readonly #stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly jobs: IngestJobs,
    private readonly fetches: FetchTasks,
  ) {}

  onApplicationBootstrap(): void {
    void this.#watch();
  }

  beforeApplicationShutdown(): void {
    this.#stopping.abort();
  }

  /** Requeues abandoned operations and pending fetches. */
  async sweep(): Promise<void> {
    await this.#endStalled();
    const abandoned = await this.database.rows(ABANDONED);
    for (const operation of abandoned) {
      const jobState = await this.jobs.jobState(operation.id, operation.attempt);
      if (jobState === 'waiting' || (await this.#isRunning(operation))) continue;
      if (jobState === 'active') {
        await pause(CLAIM_TIMEOUT_MS);
        if (await this.#isRunning(operation)) continue;
      }
      await this.#requeue(operation);
    }
    await this.fetches.resume();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    for (let lastError = ''; !signal.aborted;) {
      await this.database.untilReachable();
      try {
        await this.sweep();
        lastError = '';
      } catch (error) {
        const { message } = error as Error;
        if (message !== lastError && !signal.aborted)
          this.#log.warn(`Abandoned operations can’t be checked: ${message}`);
        lastError = message;
      }
      await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends the sessions of workers that hang or wait for stalled storage, so that other workers can run their operations. */
  async #endStalled(): Promise<void> {
    for (const { id } of await this.database.rows(END_SESSIONS))
      this.#log.warn(`Operation ${id} is stalled or has ended; its worker’s session was terminated.`);
  }

  /** Whether a worker holds the operation's lock. */
  async #isRunning({ id }: AbandonedOperation): Promise<boolean> {
    const row = await this.database.row(IS_FREE, [id]);
    return row?.free === false;
  }

  async #requeue({ id, attempt }: AbandonedOperation): Promise<void> {
    await this.database.transaction(async (executor) => {
      const row = await executor.row(REQUEUE, [id, attempt]);
      if (!row) return;
      if (row.interruptions > MAX_INTERRUPTIONS) {
        await failOperation(executor, { id, attempt: attempt + 1 }, TOO_MANY_INTERRUPTIONS);
        await cancelUndo(executor, id);
        this.#log.error(`Operation ${id} was abandoned after too many interruptions.`);
        return;
      }
      afterCommit(() => this.jobs.add(id, attempt + 1));
      this.#log.warn(`Operation ${id} lost its worker and was queued again (attempt ${attempt + 1}).`);
    });
  }
}
