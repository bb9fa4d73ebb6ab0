import { formatCount } from '@archive/contracts/format';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { JobQueues, RETENTION, RETENTION_NAMES } from '../../queues/index.ts';

/** Job states that are counted. The jobs of a paused queue count as waiting. */
export const JOB_STATES = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

export interface QueueState {
  name: string;
  paused: boolean;
  counts: Record<(typeof JOB_STATES)[number], number>;
  /** Seconds that the oldest waiting job has been ready to run; 0 when none waits. */
  oldestWaitingSeconds: number;
}

/** An import that has failed. */
export interface FailedImport {
  id: string;
  filename: string;
  started_by: string;
  error_message: string;
  finished_at: string;
}

export interface IngestState {
  /** Imports and previews by status. Previews are counted only while they wait or run. */
  operations: { initializing: number; running: number; completed: number; failed: number; cancelled: number };
  /** Running operations without progress for two minutes. */
  stalled: number;
  /** Voyages by outcome, over all completed operations. */
  voyages: { create: number; update: number; unchanged: number; conflict: number };
}

export interface FilesState {
  /** Media files that wait for thumbnails. */
  waiting: number;
  previews: { kind: string; state: string; count: number }[];
  /** Orphaned files whose deletion is more than ten minutes overdue. */
  overdueDeletions: number;
}

/** Files by the state of their text. */
export interface TextsState {
  waiting: number;
  ready: number;
  /** Files without text, such as photographs. */
  none: number;
  failed: number;
  /** Number of pages in the file that is being read. */
  pages: number;
  pagesRead: number;
}

const OPERATIONS = statement(
  'operations-ingest',
  `select count(*) filter (where status = 'initializing') as initializing, count(*) filter (where status = 'running') as running,
    count(*) filter (where done) as completed,
    count(*) filter (where status = 'failed' and not dry_run and not cancelled) as failed,
    count(*) filter (where cancelled and not dry_run) as cancelled,
    count(*) filter (where status = 'running' and progressed_at < now() - interval '2 minutes') as stalled,
    coalesce(sum((plan->>'create')::int) filter (where done), 0) as "create",
    coalesce(sum((plan->>'update')::int) filter (where done), 0) as "update",
    coalesce(sum((plan->>'unchanged')::int) filter (where done), 0) as unchanged,
    coalesce(sum((plan->>'conflict')::int) filter (where done), 0) as conflict
  from (select *, status = 'completed' and not dry_run as done from ingest_operation) o`,
  {
    initializing: col.int,
    running: col.int,
    completed: col.int,
    failed: col.int,
    cancelled: col.int,
    stalled: col.int,
    create: col.int,
    update: col.int,
    unchanged: col.int,
    conflict: col.int,
  },
);

const FILES = statement(
  'operations-files',
  `select (select count(*) from derivative_task) as waiting,
    (select count(*) from storage_cleanup where due_at < now() - interval '10 minutes') as overdue`,
  { waiting: col.int, overdue: col.int },
);

const TEXTS = statement(
  'operations-texts',
  `select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'ready') as ready,
    count(*) filter (where state = 'none') as none, count(*) filter (where state = 'failed') as failed,
    coalesce(sum(pages) filter (where state = 'waiting' and pages_read > 0), 0)::int as pages,
    coalesce(sum(pages_read) filter (where state = 'waiting'), 0)::int as "pagesRead"
  from file_text`,
  { waiting: col.int, ready: col.int, none: col.int, failed: col.int, pages: col.int, pagesRead: col.int },
);

const PREVIEWS = statement(
  'operations-previews',
  'select kind, state, count(*) as count from derivative group by kind, state',
  { kind: col.text, state: col.text, count: col.int },
);

/** Number of voyages saved by imports in each minute of the last hour and each hour of the last day, oldest first. */
export interface Throughput {
  hour: number[];
  day: number[];
}

export interface WorkerState {
  name: string;
  started_at: string;
  /** Seconds since the worker's last heartbeat. */
  heartbeatAge: number;
  running: number;
  completed: number;
  failed: number;
}

const FAILED_IMPORTS = statement(
  'operations-failed-imports',
  `select id, filename, started_by, coalesce(error_message, '') as error_message, instant_text(finished_at) as finished_at
  from ingest_operation where status = 'failed' and not dry_run and not cancelled
  order by finished_at desc limit 5`,
  { id: col.uuid, filename: col.text, started_by: col.text, error_message: col.text, finished_at: col.text },
);

/** $1: the unit of time. $2: the number of units. */
const CHANGES_OVER_TIME = statement(
  'operations-saved',
  `select array(
    select count(h.changed_at) from generate_series(date_trunc($1, now()) - ($2 - 1) * ('1 ' || $1)::interval, now(), ('1 ' || $1)::interval) t
    left join history h on h.changed_at >= t and h.changed_at < t + ('1 ' || $1)::interval
      and h.kind = 'voyage' and h.operation_id is not null
    group by t order by t)::int[] as counts`,
  { counts: col.array(col.int) },
);

const WORKERS = statement(
  'operations-workers',
  `select name, instant_text(started_at) as started_at, extract(epoch from now() - heartbeat_at)::int as "heartbeatAge",
    running, completed, failed
  from worker where heartbeat_at > now() - interval '1 day' order by heartbeat_at desc limit 50`,
  {
    name: col.text,
    started_at: col.text,
    heartbeatAge: col.int,
    running: col.int,
    completed: col.int,
    failed: col.int,
  },
);

/** A kind of data that the archive deletes automatically, with the result of the last run. */
export interface RetentionState {
  what: string;
  duration: string;
  why: string;
  /** Undefined before the first run. */
  run: { ran_at: string; removed: number; removed_total: number; error: string | null } | undefined;
}

const RETENTION_RUNS = statement(
  'operations-retention',
  'select name, instant_text(ran_at) as ran_at, removed, removed_total, error from retention_run',
  { name: col.text, ran_at: col.text, removed: col.int, removed_total: col.int, error: col.text.nullable() },
);

/** The state of the whole archive, for operators. */
@Injectable()
export class ArchiveState {
  readonly #queues: JobQueues;
  readonly #database: Database;
  readonly #config: Config;

  constructor(queues: JobQueues, database: Database, @Inject(CONFIG) config: Config) {
    this.#queues = queues;
    this.#database = database;
    this.#config = config;
  }

  queues(): Promise<QueueState[]> {
    return Promise.all(
      this.#queues.all.map((queue) =>
        this.#queues.reach(async () => {
          const [counts, paused, [oldest]] = await Promise.all([
            queue.getJobCounts(...JOB_STATES),
            queue.isPaused(),
            queue.getJobs(['waiting'], 0, 0, true),
          ]);
          const waitingSince = oldest ? oldest.timestamp + (oldest.opts.delay ?? 0) : Date.now();
          const oldestWaitingSeconds = Math.max(0, (Date.now() - waitingSince) / 1000);
          return { name: queue.name, paused, counts: counts as QueueState['counts'], oldestWaitingSeconds };
        }),
      ),
    );
  }

  async ingest(): Promise<IngestState> {
    const row = await this.#database.row(OPERATIONS);
    if (!row) throw new Error('The count returned no row');
    const { initializing, running, completed, failed, cancelled, stalled, create, update, unchanged, conflict } = row;
    return {
      operations: { initializing, running, completed, failed, cancelled },
      stalled,
      voyages: { create, update, unchanged, conflict },
    };
  }

  failedImports(): Promise<FailedImport[]> {
    return this.#database.rows(FAILED_IMPORTS);
  }

  async throughput(): Promise<Throughput> {
    const [hour, day] = await Promise.all([
      this.#database.row(CHANGES_OVER_TIME, ['minute', 60]),
      this.#database.row(CHANGES_OVER_TIME, ['hour', 24]),
    ]);
    return { hour: hour?.counts ?? [], day: day?.counts ?? [] };
  }

  workers(): Promise<WorkerState[]> {
    return this.#database.rows(WORKERS);
  }

  async retention(): Promise<RetentionState[]> {
    const runs = new Map((await this.#database.rows(RETENTION_RUNS)).map((run) => [run.name, run]));
    return RETENTION_NAMES.map((name) => ({
      ...RETENTION[name],
      ...(name === 'trash' && { duration: this.#trashDuration() }),
      run: runs.get(name),
    }));
  }

  #trashDuration(): string {
    const days = this.#config.trashDays;
    return days === null ? 'Until the trash is emptied' : formatCount(days, 'day');
  }

  /** Pauses or resumes a queue, or retries its failed jobs. Returns false for an unknown queue. */
  async control(name: string, action: 'pause' | 'resume' | 'retry'): Promise<boolean> {
    const queue = this.#queues.all.find((item) => item.name === name);
    if (!queue) return false;
    await this.#queues.reach(async () => {
      if (action === 'pause') await queue.pause();
      else if (action === 'resume') await queue.resume();
      else await queue.retryJobs({ state: 'failed', count: 1000 });
    });
    return true;
  }

  async files(): Promise<FilesState> {
    const [row, previews] = await Promise.all([this.#database.row(FILES), this.#database.rows(PREVIEWS)]);
    return { waiting: row?.waiting ?? 0, overdueDeletions: row?.overdue ?? 0, previews };
  }

  texts(): Promise<TextsState | undefined> {
    return this.#database.row(TEXTS);
  }
}
