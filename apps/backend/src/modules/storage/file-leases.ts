import { Injectable } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import { afterCommit, col, Database, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import { JobQueues } from '../../queues/index.ts';
import { Storage } from './storage.ts';

/** The columns of `storage_cleanup` that the queue needs. */
export const CLEANUP_TASK = {
  id: col.int,
  /** Number of times that the deletion was queued. */
  attempt: col.int,
};
type CleanupTask = RowOf<typeof CLEANUP_TASK>;

export const cleanupJobId = ({ id, attempt }: CleanupTask) => `${id}-${attempt}`;

export async function queueDeletions(queues: JobQueues, deletions: readonly CleanupTask[]): Promise<void> {
  for (const deletion of deletions)
    await queues.add('storage-file-delete', { cleanup_id: deletion.id }, { id: cleanupJobId(deletion) });
}

/** Lease time. It is longer than the time from choosing a key to saving its record can be. */
const LEASE_DURATION = `interval '30 minutes'`;

const ACQUIRE = statement(
  'file-lease-acquire',
  `
  insert into storage_cleanup (storage_key, due_at) values ($1, now() + ${LEASE_DURATION})
  on conflict (storage_key) do update
    set due_at = excluded.due_at, attempt = storage_cleanup.attempt + 1 where storage_cleanup.due_at <= now()
  returning attempt = 1 is_first`,
  { is_first: col.bool },
);

const ABANDON_IF_TAKEN = statement(
  'file-lease-abandon-if-taken',
  'delete from storage_cleanup where storage_key = $1 and ($2 or is_known_file($1))',
);

const CONFIRM = statement('file-lease-confirm', 'delete from storage_cleanup where storage_key = any($1)');

const RENEW = statement(
  'file-lease-renew',
  `update storage_cleanup set due_at = now() + ${LEASE_DURATION} where storage_key = any($1) and due_at > now()`,
);

const SCHEDULE_DELETION = statement(
  'file-lease-schedule-deletion',
  `
  insert into storage_cleanup (storage_key, due_at) select distinct key, now() from unnest($1::text[]) keys(key)
  on conflict (storage_key) do update set due_at = now(), attempt = storage_cleanup.attempt + 1
  returning id, attempt`,
  CLEANUP_TASK,
);

const RETAIN = statement(
  'file-lease-retain',
  `
  insert into storage_cleanup (storage_key, due_at) values ($1, coalesce(now() + make_interval(days => $2), 'infinity'))
  on conflict (storage_key) do update set due_at = excluded.due_at, attempt = storage_cleanup.attempt + 1`,
);

const RECLAIM = statement(
  'file-lease-reclaim',
  `
  insert into storage_cleanup (storage_key, due_at) values ($1, now() + ${LEASE_DURATION}) on conflict (storage_key) do nothing`,
);

const HIDDEN_KEYS = statement(
  'file-leases-below',
  'select storage_key from storage_cleanup where starts_with(storage_key, $1)',
  { storage_key: col.text },
);
const IS_HIDDEN = statement('file-lease-exists', 'select 1 from storage_cleanup where storage_key = $1');

/**
 * Keeps files and records consistent across crashes. A file is written under a leased key and deleted later unless the transaction of its
 * record confirms the lease. A transaction that deletes a record schedules the deletion of its files, and the queue deletes them after the
 * commit. Pending deletions are rows of a table, so losing the queue loses nothing.
 */
@Injectable()
export class FileLeases {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly queues: JobQueues,
  ) {}

  /** Leases a key before its file is written. Returns false if the key is in use or has another lease. */
  acquire(key: string): Promise<boolean> {
    return this.database.transaction((executor) => this.acquireIn(executor, key));
  }

  /** Like `acquire`, but takes effect when the transaction commits. */
  async acquireIn(executor: StatementExecutor, key: string): Promise<boolean> {
    const reserved = await executor.row(ACQUIRE, [key]);
    if (!reserved) return false;
    // A file without a record and without a pending deletion didn't come from the archive.
    const isForeign = reserved.is_first && (await this.storage.stat(key)) !== undefined;
    // Checked last, because the previous lease holder may have saved its record while this transaction waited for the row.
    return (await executor.execute(ABANDON_IF_TAKEN, [key, isForeign])) === 0;
  }

  /** Extends leases for work that takes long. One that has expired stays expired, and `confirm` says so. */
  async renew(keys: readonly string[]): Promise<void> {
    await this.database.execute(RENEW, [keys]);
  }

  /** Makes files permanent. Runs in the transaction that saves their record. */
  async confirm(executor: StatementExecutor, keys: readonly string[]): Promise<void> {
    if ((await executor.execute(CONFIRM, [keys])) === keys.length) return;
    throw new Problem(503, 'The upload took too long to finish. Try again.');
  }

  /** Schedules the deletion of files. Runs in the transaction that removes them from their record. */
  async scheduleDeletion(executor: StatementExecutor, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const deletions = await executor.rows(SCHEDULE_DELETION, [keys]);
    afterCommit(() => queueDeletions(this.queues, deletions));
  }

  /** Hides a file that its record no longer uses, and schedules its deletion after `days` days. If `days` is null, it is never deleted. */
  async retain(executor: StatementExecutor, key: string, days: number | null): Promise<void> {
    await executor.execute(RETAIN, [key, days]);
  }

  /**
   * Makes a retained file available to a record again. Returns whether the file still exists. Runs in the transaction that saves the
   * record.
   */
  async takeRetained(executor: StatementExecutor, key: string): Promise<boolean> {
    if ((await executor.execute(CONFIRM, [[key]])) === 0) return false;
    return (await this.storage.stat(key)) !== undefined;
  }

  /** Schedules the deletion of files whose record could not be saved. If this fails as well, the lease expires. */
  async abandon(keys: readonly string[]): Promise<void> {
    await this.database.transaction((executor) => this.scheduleDeletion(executor, keys)).catch(() => undefined);
  }

  /**
   * Cancels the scheduled deletion of a file for a restored record. Returns whether the file exists. Runs in the transaction of the
   * restore.
   */
  async reclaim(executor: StatementExecutor, key: string): Promise<boolean> {
    // A concurrent deletion waits for this transaction, and then detects that a record uses the file.
    if ((await executor.execute(RECLAIM, [key])) === 0) return false;
    await this.confirm(executor, [key]);
    return (await this.storage.stat(key)) !== undefined;
  }

  /** Whether a restored record could reclaim a file. */
  async isReclaimable(key: string): Promise<boolean> {
    return !(await this.isHidden(key)) && (await this.storage.stat(key)) !== undefined;
  }

  /** Whether a file is hidden because it is leased or will be deleted. */
  async isHidden(key: string): Promise<boolean> {
    return (await this.database.row(IS_HIDDEN, [key])) !== undefined;
  }

  /** All hidden keys that start with the prefix. */
  async hiddenKeys(prefix: string): Promise<Set<string>> {
    const rows = await this.database.rows(HIDDEN_KEYS, [prefix]);
    return new Set(rows.map(({ storage_key }) => storage_key));
  }
}
