import { Injectable } from '@nestjs/common';
import { Database, type StatementExecutor, col, statement } from '../../database/index.ts';
import { JobHandlers, JobQueues, Retention } from '../../queues/index.ts';
import { deleteDiscrepancyOfFile } from './discrepancies.repository.ts';
import { CLEANUP_TASK, cleanupJobId, queueDeletions } from './file-leases.ts';
import { INCOMING_PREFIX } from './storage-key.ts';
import { Storage } from './storage.ts';

/** Longer than any upload takes. */
const ORPHAN_AGE_MS = 24 * 3_600_000;
const BATCH_SIZE = 500;

const DUE = statement(
  'storage-cleanup-due',
  `
  select storage_key, is_known_file(storage_key) known from storage_cleanup where id = $1 and due_at <= now() for update`,
  { storage_key: col.text, known: col.bool },
);

/** Overdue deletions, except those that were queued a moment ago. */
const OVERDUE = statement(
  'storage-cleanup-overdue',
  `
  select id, attempt from storage_cleanup where due_at < now() - make_interval(secs => $2) and id > $1 order by id limit ${BATCH_SIZE}`,
  CLEANUP_TASK,
);

const RETRY = statement(
  'storage-cleanup-retry',
  `
  update storage_cleanup set attempt = attempt + 1 where id = $1 and attempt = $2 and due_at <= now() returning id, attempt`,
  CLEANUP_TASK,
);
const DELETE_TASK = statement('storage-cleanup-done', 'delete from storage_cleanup where id = $1');

/** Deletes released and orphaned files in the worker. See `FileLeases`. */
@Injectable()
export class StorageCleanup {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly queues: JobQueues,
    handlers: JobHandlers,
    retention: Retention,
  ) {
    handlers.handle('storage-file-delete', ({ cleanup_id }) => this.delete(cleanup_id));
    handlers.handle('storage-cleanup-resume', () => this.resume());
    retention.enforce('incoming-files', () => this.removeOrphans(new Date(Date.now() - ORPHAN_AGE_MS)));
  }

  /** Deletes a file that is due, unless a record uses it. The locked row prevents other transactions from leasing the key. */
  async delete(id: number): Promise<void> {
    await this.database.transaction(async (executor) => {
      if (!(await mayDeleteFiles(executor))) return;
      const file = await executor.row(DUE, [id]);
      if (!file) return;
      if (!file.known) {
        await this.storage.remove(file.storage_key);
        // Deleting an unrecorded file also resolves its discrepancy.
        await deleteDiscrepancyOfFile(executor, file.storage_key);
      }
      await executor.execute(DELETE_TASK, [id]);
    });
  }

  /** Requeues overdue deletions that the queue has lost or given up on. */
  async resume(overdueSeconds = 60): Promise<void> {
    await this.queues.requeueLost(
      'storage-file-delete',
      (last) => this.database.rows(OVERDUE, [last, overdueSeconds]),
      {
        keyOf: ({ id }) => id,
        jobIdOf: cleanupJobId,
        requeue: async ({ id, attempt }) => queueDeletions(this.queues, await this.database.rows(RETRY, [id, attempt])),
      },
    );
  }

  /** Removes orphaned files of uploads that were interrupted before `before`. Returns their number. */
  async removeOrphans(before: Date): Promise<number> {
    let removed = 0;
    for (let fromKey: string | undefined, hasMore = true; hasMore; hasMore = fromKey !== undefined) {
      const { objects, next } = await this.storage.list(INCOMING_PREFIX, { from: fromKey });
      for (const { key } of objects.filter(({ lastModified }) => lastModified < before)) {
        await this.storage.remove(key);
        removed += 1;
      }
      fromKey = next;
    }
    return removed + (await this.storage.clean(before));
  }
}

/** Advisory lock that file deletions share and that a backup holds exclusively, so that no file of the backed-up records disappears. */
export const FILE_DELETION_LOCK = 0x5e900b;

const SHARE = statement(
  'storage-deletion-share',
  `select pg_try_advisory_xact_lock_shared(${FILE_DELETION_LOCK}) as shared`,
  { shared: col.bool },
);

/** Whether files may be deleted in this transaction. While a backup runs, they may not, and deletions are postponed. */
const mayDeleteFiles = async (executor: StatementExecutor): Promise<boolean> =>
  (await executor.row(SHARE))?.shared === true;
