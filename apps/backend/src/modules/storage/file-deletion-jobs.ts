import { Injectable } from '@nestjs/common';
import { JobQueues } from '../../queues/index.ts';

/** A row of `storage_deletion`, as far as the queue is concerned. */
export interface Deletion {
  id: number;
  /** How often the row was given to the queue. */
  attempt: number;
}

const jobId = ({ id, attempt }: Deletion) => `${id}-${attempt}`;

/** Deletions of files in the queue: one job for each attempt, under an id that follows from both. */
@Injectable()
export class FileDeletionJobs {
  readonly #queues: JobQueues;

  constructor(queues: JobQueues) {
    this.#queues = queues;
  }

  async add(deletions: readonly Deletion[]): Promise<void> {
    for (const deletion of deletions)
      await this.#queues.add('storage-file-delete', { deletion_id: deletion.id }, { id: jobId(deletion) });
  }

  /** Whether the queue will still come to it by itself. */
  async isQueued(deletion: Deletion): Promise<boolean> {
    const state = await this.#queues.state('storage-file-delete', jobId(deletion));
    return state !== 'completed' && state !== 'failed' && state !== 'unknown';
  }
}
