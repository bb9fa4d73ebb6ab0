import type {
  FilesState,
  ImportsState,
  QUEUE_ACTIONS,
  QueueState,
  RetentionState,
  SystemStatus,
  TextsState,
  WorkerState,
} from '@archive/contracts';
import { formatCount } from '@archive/contracts/format';
import { Inject, Injectable } from '@nestjs/common';
import { Health } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { JobQueues, RETENTION, RETENTION_NAMES } from '../../queues/index.ts';
import { Quarantine } from '../sandbox/index.ts';
import { DiskSpace, diskWarning } from '../storage/index.ts';

/** Job states that are counted. The jobs of a paused queue count as waiting. */
const JOB_STATES = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

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
    coalesce(sum(pages_read) filter (where state = 'waiting'), 0)::int as pages_read
  from file_text`,
  { waiting: col.int, ready: col.int, none: col.int, failed: col.int, pages: col.int, pages_read: col.int },
);

const PREVIEWS = statement(
  'operations-previews',
  'select kind, state, count(*) as count from derivative group by kind, state',
  { kind: col.text, state: col.text, count: col.int },
);

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
  `select name, instant_text(started_at) as started_at, extract(epoch from now() - heartbeat_at)::int as heartbeat_age,
    running, completed, failed
  from worker where heartbeat_at > now() - interval '1 day' order by heartbeat_at desc limit 50`,
  {
    name: col.text,
    started_at: col.text,
    heartbeat_age: col.int,
    running: col.int,
    completed: col.int,
    failed: col.int,
  },
);

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
  readonly #health: Health;
  readonly #quarantine: Quarantine;
  readonly #disk: DiskSpace;

  constructor(
    queues: JobQueues,
    database: Database,
    @Inject(CONFIG) config: Config,
    health: Health,
    quarantine: Quarantine,
    disk: DiskSpace,
  ) {
    this.#queues = queues;
    this.#database = database;
    this.#config = config;
    this.#health = health;
    this.#quarantine = quarantine;
    this.#disk = disk;
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
          const oldest_waiting_seconds = Math.max(0, (Date.now() - waitingSince) / 1000);
          return { name: queue.name, paused, counts: counts as QueueState['counts'], oldest_waiting_seconds };
        }),
      ),
    );
  }

  async ingest(): Promise<Pick<ImportsState, 'operations' | 'stalled' | 'voyages'>> {
    const row = await this.#database.row(OPERATIONS);
    if (!row) throw new Error('The count returned no row');
    const { initializing, running, completed, failed, cancelled, stalled, create, update, unchanged, conflict } = row;
    return {
      operations: { initializing, running, completed, failed, cancelled },
      stalled,
      voyages: { create, update, unchanged, conflict },
    };
  }

  async imports(): Promise<ImportsState> {
    const [ingest, failed, hour, day] = await Promise.all([
      this.ingest(),
      this.#database.rows(FAILED_IMPORTS),
      this.#database.row(CHANGES_OVER_TIME, ['minute', 60]),
      this.#database.row(CHANGES_OVER_TIME, ['hour', 24]),
    ]);
    return { ...ingest, failed, last_hour: hour?.counts ?? [], last_day: day?.counts ?? [] };
  }

  workers(): Promise<WorkerState[]> {
    return this.#database.rows(WORKERS);
  }

  async retention(): Promise<RetentionState[]> {
    const runs = new Map((await this.#database.rows(RETENTION_RUNS)).map((run) => [run.name, run]));
    return RETENTION_NAMES.map((name) => ({
      ...RETENTION[name],
      ...(name === 'trash' && { duration: this.#trashDuration() }),
      run: runs.get(name) ?? null,
    }));
  }

  #trashDuration(): string {
    const days = this.#config.trashDays;
    return days === null ? 'Until the trash is emptied' : formatCount(days, 'day');
  }

  /** Pauses or resumes a queue, or retries its failed jobs. Returns false for an unknown queue. */
  async control(name: string, action: (typeof QUEUE_ACTIONS)[number]): Promise<boolean> {
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
    return { waiting: row?.waiting ?? 0, overdue_deletions: row?.overdue ?? 0, previews };
  }

  texts(): Promise<TextsState | undefined> {
    return this.#database.row(TEXTS);
  }

  /** The whole state. Parts whose service is unavailable are null. */
  async status(): Promise<SystemStatus> {
    const [health, workers, queues, imports, files, disk, texts, quarantined, retention] = await Promise.all([
      this.#health.check(),
      orNull(this.workers()),
      orNull(this.queues()),
      orNull(this.imports()),
      orNull(this.files()),
      orNull(this.#diskState()),
      orNull(this.texts()),
      orNull(this.#quarantined()),
      orNull(this.retention()),
    ]);
    const at = new Date().toISOString();
    return { at, health, workers, queues, imports, files, disk, texts, quarantined, retention };
  }

  async #diskState(): Promise<SystemStatus['disk']> {
    const disk = await this.#disk.fullState();
    if (!disk) return null;
    const { freeBytes: free_bytes, sizeBytes: size_bytes, reserveBytes: reserve_bytes } = disk;
    return {
      free_bytes,
      size_bytes,
      reserve_bytes,
      reserved_bytes: disk.reservedBytes,
      warning: diskWarning(disk) ?? null,
    };
  }

  async #quarantined(): Promise<SystemStatus['quarantined']> {
    const files = await this.#quarantine.list();
    return files.map(({ sha256, crashed_at, ...file }) => ({
      ...file,
      sha256: sha256.toString('hex'),
      crashed_at: new Date(crashed_at).toISOString(),
    }));
  }
}

const orNull = <T>(state: Promise<T>): Promise<NonNullable<T> | null> =>
  state.then(
    (value) => value ?? null,
    () => null,
  );
