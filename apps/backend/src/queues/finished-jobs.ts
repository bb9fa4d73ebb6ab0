import { Injectable } from '@nestjs/common';
import { JobQueues } from './job-queues.ts';
import { Retention } from './retention.ts';

const RETENTION_MS = 7 * 24 * 3_600_000;
const BATCH_SIZE = 1000;

/**
 * Deletes finished jobs after a week. In PostgreSQL, deleting a job while other jobs finish causes deadlocks, so a single job deletes them
 * all.
 */
@Injectable()
export class FinishedJobs {
  readonly #queues: JobQueues;

  constructor(queues: JobQueues, retention: Retention) {
    this.#queues = queues;
    retention.enforce('finished-jobs', () => this.clean());
  }

  async clean(retentionMs = RETENTION_MS): Promise<number> {
    let removed = 0;
    for (const queue of this.#queues.all)
      for (const kind of ['completed', 'failed'] as const)
        for (let batch = BATCH_SIZE; batch === BATCH_SIZE; removed += batch)
          batch = (await queue.clean(retentionMs, BATCH_SIZE, kind)).length;
    return removed;
  }
}
