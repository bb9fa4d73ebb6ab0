import { Injectable } from '@nestjs/common';
import { col, type RowOf } from '../../database/index.ts';
import { JobQueues } from '../../queues/index.ts';

/** The columns of `storage_cleanup` that the queue needs. */
export const CLEANUP_TASK = {
  id: col.int,
  /** Number of times that the deletion was queued. */
  attempt: col.int,
};
export type CleanupTask = RowOf<typeof CLEANUP_TASK>;

const jobId = ({ id, attempt }: CleanupTask) => `${id}-${attempt}`;

/** Queues file deletions. The job id consists of the row's id and the attempt. */
@Injectable()
export class StorageCleanupJobs {
  readonly #queues: JobQueues;

  constructor(queues: JobQueues) {
    this.#queues = queues;
  }

  async add(deletions: readonly CleanupTask[]): Promise<void> {
    for (const deletion of deletions)
      await this.#queues.add('storage-file-delete', { cleanup_id: deletion.id }, { id: jobId(deletion) });
  }

  /** Whether the queue will still run the job. */
  async isQueued(deletion: CleanupTask): Promise<boolean> {
    const state = await this.#queues.state('storage-file-delete', jobId(deletion));
    return state !== 'completed' && state !== 'failed' && state !== 'unknown';
  }
}
