import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';
import { JobQueues } from '../../queues/index.ts';

/** Job states that are counted. The jobs of a paused queue count as waiting. */
export const JOB_STATES = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

export interface QueueState {
  name: string;
  paused: boolean;
  counts: Record<(typeof JOB_STATES)[number], number>;
  /** Seconds that the oldest waiting job has been ready to run; 0 when none waits. */
  oldestWaiting: number;
}

export interface IngestState {
  operations: { initializing: number; running: number; completed: number; failed: number };
  /** Running operations without progress for two minutes. */
  stalled: number;
  /** Voyages by outcome, over all completed operations. */
  voyages: { create: number; update: number; unchanged: number; conflict: number };
}

export interface FilesState {
  /** Media files that wait for thumbnails. */
  waiting: number;
  pictures: { kind: string; state: string; count: number }[];
  /** Orphaned files whose deletion is more than ten minutes overdue. */
  overdueDeletions: number;
}

const OPERATIONS = statement(
  'operations-ingest',
  `select count(*) filter (where status = 'initializing') as initializing, count(*) filter (where status = 'running') as running,
    count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'failed') as failed,
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

const PICTURES = statement(
  'operations-pictures',
  'select kind, state, count(*) as count from derivative group by kind, state',
  { kind: col.text, state: col.text, count: col.int },
);

/** The state of the whole archive, for operators. */
@Injectable()
export class ArchiveState {
  readonly #queues: JobQueues;
  readonly #database: Database;

  constructor(queues: JobQueues, database: Database) {
    this.#queues = queues;
    this.#database = database;
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
          const since = oldest ? oldest.timestamp + (oldest.opts.delay ?? 0) : Date.now();
          const oldestWaiting = Math.max(0, (Date.now() - since) / 1000);
          return { name: queue.name, paused, counts: counts as QueueState['counts'], oldestWaiting };
        }),
      ),
    );
  }

  async ingest(): Promise<IngestState> {
    const row = await this.#database.row(OPERATIONS);
    if (!row) throw new Error('The count returned no row');
    const { initializing, running, completed, failed, stalled, create, update, unchanged, conflict } = row;
    return {
      operations: { initializing, running, completed, failed },
      stalled,
      voyages: { create, update, unchanged, conflict },
    };
  }

  async files(): Promise<FilesState> {
    const [row, pictures] = await Promise.all([this.#database.row(FILES), this.#database.rows(PICTURES)]);
    return { waiting: row?.waiting ?? 0, overdueDeletions: row?.overdue ?? 0, pictures };
  }
}
