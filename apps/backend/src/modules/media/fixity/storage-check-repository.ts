import { Injectable } from '@nestjs/common';
import { afterCommit, col, Database, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import { deleteResolvedDiscrepancies } from '../../storage/index.ts';

export type Phase = 'files' | 'hashes' | 'records';

/** The result of one step. */
interface StepResult {
  phase: Phase;
  position: string | null;
  files?: number;
  records?: number;
  bytes?: number;
}

const ATTEMPT = {
  id: col.int,
  attempt: col.int,
};
type Attempt = RowOf<typeof ATTEMPT>;

const START = statement(
  'storage-check-start',
  `
  insert into storage_check (requested_by, records_total, bytes_total)
  select $1, count(*), coalesce(sum(size), 0) from media where storage_key is not null
  on conflict ((true)) where state = 'running' do nothing returning id, attempt`,
  ATTEMPT,
);

const RUNNING_CHECK = {
  id: col.int,
  attempt: col.int,
  /** Incremented with each step. A worker that finds a different number has been replaced. */
  step: col.int,
  phase: col.text.as<Phase>(),
  /** Where the phase continues; null at its start. */
  position: col.text.nullable(),
};
/** A running storage check and its progress. */
export type RunningCheck = RowOf<typeof RUNNING_CHECK>;

const RUNNING = statement(
  'storage-check-running',
  `
  select id, attempt, step, phase, position from storage_check where id = $1 and attempt = $2 and state = 'running'`,
  RUNNING_CHECK,
);

const SAVE_POSITION = statement(
  'storage-check-advance',
  `
  update storage_check
  set step = step + 1, phase = $3, position = $4, files_seen = files_seen + $5, records_checked = records_checked + $6,
    bytes_read = bytes_read + $7, updated_at = now()
  where id = $1 and step = $2 and state = 'running'`,
);

const COMPLETE = statement(
  'storage-check-complete',
  `
  update storage_check set state = 'completed', position = null, step = step + 1, updated_at = now(), finished_at = now()
  where id = $1 and step = $2 and state = 'running'`,
);

const FAIL = statement(
  'storage-check-fail',
  `
  update storage_check set state = 'failed', error = $2, updated_at = now(), finished_at = now() where id = $1 and state = 'running'`,
);

const CANCEL = statement(
  'storage-check-cancel',
  `
  update storage_check set state = 'cancelled', updated_at = now(), finished_at = now() where state = 'running'`,
);

const COUNTS = statement(
  'storage-check-counts',
  'select kind, count(*)::int as total from storage_discrepancy where check_id = $1 group by kind',
  { kind: col.text, total: col.int },
);

/** What a check found, by kind. */
export interface DiscrepancyCounts {
  unknownFiles: number;
  missingFiles: number;
  changedFiles: number;
}

const STALLED = statement(
  'storage-checks-stalled',
  `
  select id, attempt from storage_check where state = 'running' and updated_at < now() - make_interval(secs => $1)`,
  ATTEMPT,
);

const RETRY = statement(
  'storage-check-retry',
  `
  update storage_check set attempt = attempt + 1, updated_at = now() where id = $1 and attempt = $2 and state = 'running'
  returning id, attempt`,
  ATTEMPT,
);

/** Due at 3 a.m. server time, or at any time when the last check is more than 36 hours old. */
const CHECK_DUE = statement(
  'storage-check-due',
  `
  select not exists (select from storage_check where state = 'running')
    and coalesce(now() - max(started_at) > interval '36 hours'
      or extract(hour from now()) = 3 and now() - max(started_at) > interval '12 hours', true) due
  from storage_check`,
  { due: col.bool },
);

/** Number of completed checks in the history. */
const HISTORY_SIZE = 50;

const DELETE_OLD = statement(
  'storage-checks-delete-old',
  `
  delete from storage_check where state <> 'running' and id not in (
      select id from storage_check order by id desc limit ${HISTORY_SIZE})
    and not exists (select from storage_discrepancy f where f.check_id = storage_check.id)`,
);

/** Storage checks. The table is the source of truth; jobs can be lost. */
@Injectable()
export class StorageCheckRepository {
  constructor(
    private readonly database: Database,
    private readonly queues: JobQueues,
  ) {}

  /** Starts a check unless one is running. */
  async start(requestedBy: string | null): Promise<void> {
    await this.database.transaction(async (executor) => {
      const started = await executor.row(START, [requestedBy]);
      if (started) afterCommit(() => this.#add(started));
    });
  }

  /** Cancels any running check and starts one that the caller runs. */
  async startHere(): Promise<Attempt | undefined> {
    await this.cancel();
    return this.database.row(START, [null]);
  }

  /** How many discrepancies of each kind a check found. */
  async counts(id: number): Promise<DiscrepancyCounts> {
    const rows = await this.database.rows(COUNTS, [id]);
    const count = (kind: string) => rows.find((row) => row.kind === kind)?.total ?? 0;
    return {
      unknownFiles: count('unknown_file'),
      missingFiles: count('missing_file'),
      changedFiles: count('changed_file'),
    };
  }

  async startWhenDue(): Promise<void> {
    const row = await this.database.row(CHECK_DUE);
    if (row?.due) await this.start(null);
  }

  async cancel(): Promise<void> {
    await this.database.execute(CANCEL);
  }

  running(id: number, attempt: number): Promise<RunningCheck | undefined> {
    return this.database.row(RUNNING, [id, attempt]);
  }

  /** Saves progress and discrepancies in one transaction. Saves nothing if another worker is running the check now. */
  async advance(
    check: RunningCheck,
    { phase, position, files = 0, records = 0, bytes = 0 }: StepResult,
    saveFindings: (executor: StatementExecutor) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    await this.database.transaction(async (executor) => {
      const values = [check.id, check.step, phase, position, files, records, bytes];
      if ((await executor.execute(SAVE_POSITION, values)) === 1) await saveFindings(executor);
    });
  }

  /** Completes a check and deletes the discrepancies that it no longer found. */
  async complete(check: RunningCheck): Promise<void> {
    await this.database.transaction(async (executor) => {
      if ((await executor.execute(COMPLETE, [check.id, check.step])) === 0) return;
      await deleteResolvedDiscrepancies(executor, check.id);
      await executor.execute(DELETE_OLD);
    });
  }

  async fail(id: number, error: string): Promise<void> {
    await this.database.execute(FAIL, [id, error]);
  }

  /** Requeues checks that no worker is running. */
  async resume(lostSeconds = 60): Promise<void> {
    for (const stalled of await this.database.rows(STALLED, [lostSeconds])) {
      if (await this.queues.isQueued('storage-check-run', jobId(stalled))) continue;
      const retried = await this.database.row(RETRY, [stalled.id, stalled.attempt]);
      if (retried) await this.#add(retried);
    }
  }

  #add(attempt: Attempt): Promise<void> {
    const payload = { check_id: attempt.id, attempt: attempt.attempt };
    return this.queues.add('storage-check-run', payload, { id: jobId(attempt) });
  }
}

const jobId = ({ id, attempt }: Attempt) => `${id}-${attempt}`;
