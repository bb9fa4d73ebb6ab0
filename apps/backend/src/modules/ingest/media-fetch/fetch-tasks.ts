import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/index.ts';
import {
  col,
  Database,
  type RowOf,
  statement,
  type StatementExecutor,
  UnavailableError,
} from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import type { DocumentReading } from '../plan/document-reading.ts';
import { type SavedVoyage, fetchesOf, insertFetches } from './fetch-rows.ts';
import { completeIfFetched } from './fetch-progress.ts';

const BATCH_SIZE = 50;

const TASK = {
  id: col.int,
  /** Number of times that the fetch was queued. Jobs of earlier attempts do nothing. */
  attempt: col.int,
};
/** The columns of `media_fetch` that the queue needs. */
export type Task = RowOf<typeof TASK>;

/** Starts the first fetch of each URL, alternating between hosts. Other fetches of the same URL reuse its result. */
const BEGIN = statement(
  'media-fetch-begin',
  `
  with first as (
    select f.id, row_number() over (partition by f.host order by f.id) turn from media_fetch f
    where f.operation_id = $1 and f.state = 'waiting' and f.attempt = 0 and not exists (
      select from media_fetch e where e.operation_id = $1 and e.url = f.url and e.id < f.id and e.state = 'waiting')),
  started as (
    update media_fetch f set attempt = 1, due_at = now() from first
    where f.id = first.id and f.attempt = 0 returning f.id, f.attempt, first.turn)
  select id, attempt from started order by turn, id`,
  TASK,
);

/** Overdue fetches without a recent heartbeat. */
const STALLED_FETCHES = statement(
  'media-fetch-stalled',
  `
  select f.id, f.attempt from media_fetch f join ingest_operation o on o.id = f.operation_id
  where f.state = 'waiting' and f.attempt > 0 and o.status = 'running' and f.due_at < now() - make_interval(secs => $1)
    and (f.heartbeat_at is null or f.heartbeat_at < now() - make_interval(secs => 3 * $1))
  order by f.due_at, f.id limit ${BATCH_SIZE}`,
  TASK,
);

const REQUEUE = statement(
  'media-fetch-requeue',
  `
  update media_fetch set attempt = attempt + 1, heartbeat_at = null, due_at = now() + make_interval(secs => $3)
  where id = $1 and attempt = $2 and state = 'waiting' returning id, attempt`,
  TASK,
);

/**
 * Operations with fetches that were never queued: the operation was interrupted, or the fetch they waited for was deleted with its voyage.
 */
const NOT_STARTED = statement(
  'media-fetch-not-started',
  `
  select distinct f.operation_id id from media_fetch f join ingest_operation o on o.id = f.operation_id
  where f.state = 'waiting' and f.attempt = 0 and o.status = 'running'`,
  { id: col.uuid },
);

const FETCHED = statement(
  'media-fetch-fetched',
  `
  select o.id from ingest_operation o where o.status = 'running' and o.saved_at is not null
    and not exists (select from media_fetch f where f.operation_id = o.id and f.state = 'waiting')`,
  { id: col.uuid },
);

/** Prevents an operation from being treated as stalled while it waits for a large file or a delay that a server requested. */
const TOUCH_OPERATIONS = statement(
  'media-fetch-touch-operations',
  `
  update ingest_operation o set updated_at = now(), progressed_at = now()
  where o.status = 'running' and o.saved_at is not null and o.updated_at < now() - interval '30 seconds'
    and exists (select from media_fetch f where f.operation_id = o.id and f.state = 'waiting')`,
);

const jobId = ({ id, attempt }: Task) => `${id}-${attempt}`;

/** Pending fetches. The table is the source of truth; the queue only runs them. */
@Injectable()
export class FetchTasks {
  readonly #isEnabled: boolean;

  constructor(
    private readonly database: Database,
    private readonly queues: JobQueues,
    @Inject(CONFIG) { ingest }: Config,
  ) {
    this.#isEnabled = ingest.fetchMedia;
  }

  /** Adds fetches for the links of saved voyages. Runs in the transaction that saves them. */
  async request(
    executor: StatementExecutor,
    operationId: string,
    reading: DocumentReading,
    savedVoyages: readonly SavedVoyage[],
  ): Promise<void> {
    if (this.#isEnabled) await insertFetches(executor, operationId, fetchesOf(reading, savedVoyages));
  }

  /** Queues the first fetches after the commit. If the queue is unavailable, `resume` queues them later. */
  async enqueueFirst(operationId: string): Promise<void> {
    const started = await this.database.rows(BEGIN, [operationId]);
    try {
      for (const task of started) await this.#add(task);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
  }

  /** Requeues a fetch after a delay, unless its row has changed since. */
  async requeue({ id, attempt }: Task, delayMs = 0): Promise<void> {
    const task = await this.database.row(REQUEUE, [id, attempt, delayMs / 1000]);
    if (task) await this.#add(task, delayMs);
  }

  /** Queues fetches that were never queued or that a killed worker lost, and completes operations without pending fetches. */
  async resume(overdueSeconds = 2): Promise<void> {
    for (const { id } of await this.database.rows(NOT_STARTED)) await this.enqueueFirst(id);
    for (let hasMore = true; hasMore;) {
      const page = await this.database.rows(STALLED_FETCHES, [overdueSeconds]);
      const lostRows = [];
      for (const task of page) if (!(await this.#isQueued(task))) lostRows.push(task);
      for (const task of lostRows) await this.requeue(task);
      hasMore = lostRows.length === BATCH_SIZE;
    }
    for (const { id } of await this.database.rows(FETCHED))
      await this.database.transaction((executor) => completeIfFetched(executor, id));
    await this.database.execute(TOUCH_OPERATIONS);
  }

  #add(task: Task, delayMs = 0): Promise<void> {
    const payload = { fetch_id: task.id, attempt: task.attempt };
    return this.queues.add('media-file-fetch', payload, { id: jobId(task), delayMs });
  }

  /** Whether the job is still waiting in the queue. Active jobs aren't included, because their workers send heartbeats. */
  async #isQueued(task: Task): Promise<boolean> {
    const state = await this.queues.state('media-file-fetch', jobId(task));
    return state === 'waiting' || state === 'delayed' || state === 'prioritized';
  }
}
