import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.ts';
import { JobQueues } from '../../queues/index.ts';

/** States of jobs that are counted. A paused queue's jobs are waiting. */
export const JOB_STATES = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

export interface QueueState {
  name: string;
  paused: boolean;
  counts: Record<(typeof JOB_STATES)[number], number>;
  /** Seconds that the first job in line has waited since it could have been begun; 0 when none waits. */
  oldestWaiting: number;
}

export interface IngestState {
  operations: { initializing: number; running: number; completed: number; failed: number };
  /** Running operations that have not come any further for two minutes. */
  stalled: number;
  /** Voyages by what operations did with them, over all that have ended well. */
  voyages: { create: number; update: number; unchanged: number; conflict: number };
}

export interface FilesState {
  /** Media whose pictures are still to be made. */
  waiting: number;
  pictures: { kind: string; state: string; count: number }[];
  /** Files that no record knows and that should have been deleted ten minutes ago. */
  overdueDeletions: number;
}

const OPERATIONS = `
  select count(*) filter (where status = 'initializing') as initializing, count(*) filter (where status = 'running') as running,
    count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'failed') as failed,
    count(*) filter (where status = 'running' and progressed_at < now() - interval '2 minutes') as stalled,
    coalesce(sum((plan->>'create')::int) filter (where done), 0) as "create",
    coalesce(sum((plan->>'update')::int) filter (where done), 0) as "update",
    coalesce(sum((plan->>'unchanged')::int) filter (where done), 0) as unchanged,
    coalesce(sum((plan->>'conflict')::int) filter (where done), 0) as conflict
  from (select *, status = 'completed' and not dry_run as done from ingest_operation) o`;

const WAITING_FILES = `
  select (select count(*) from derivative_task) as waiting,
    (select count(*) from storage_deletion where due_at < now() - interval '10 minutes') as overdue`;

const PICTURES = `select kind, state, count(*) as count from derivative group by kind, state`;

type Operations = IngestState['operations'] & IngestState['voyages'] & { stalled: number };

/** What stands where in the whole archive, for those who run it. */
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
    const row = await this.#database.row<Operations>('operations-ingest', OPERATIONS);
    if (!row) throw new Error('Counting answered nothing');
    const { initializing, running, completed, failed, stalled, create, update, unchanged, conflict } = row;
    return {
      operations: { initializing, running, completed, failed },
      stalled,
      voyages: { create, update, unchanged, conflict },
    };
  }

  async files(): Promise<FilesState> {
    const [row, pictures] = await Promise.all([
      this.#database.row<{ waiting: number; overdue: number }>('operations-files', WAITING_FILES),
      this.#database.rows<FilesState['pictures'][number]>('operations-pictures', PICTURES),
    ]);
    return { waiting: row?.waiting ?? 0, overdueDeletions: row?.overdue ?? 0, pictures };
  }
}
