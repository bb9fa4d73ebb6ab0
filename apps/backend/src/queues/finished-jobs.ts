import { Injectable, Logger } from '@nestjs/common';
import { JobHandlers } from './job-handlers.ts';
import { JobQueues } from './job-queues.ts';

const RETENTION_MS = 7 * 24 * 3_600_000;
const BATCH_SIZE = 1000;

/** Deletes finished jobs after a week. Deleting them while others finish causes deadlocks on PostgreSQL, so one job deletes them all. */
@Injectable()
export class FinishedJobs {
  readonly #log = new Logger('Queues');
  readonly #queues: JobQueues;

  constructor(queues: JobQueues, handlers: JobHandlers) {
    this.#queues = queues;
    handlers.handle('finished-jobs-clean', () => this.clean());
  }

  async clean(retentionMs = RETENTION_MS): Promise<void> {
    let removed = 0;
    for (const queue of this.#queues.all)
      for (const kind of ['completed', 'failed'] as const)
        for (let batch = BATCH_SIZE; batch === BATCH_SIZE; removed += batch)
          batch = (await queue.clean(retentionMs, BATCH_SIZE, kind)).length;
    if (removed > 0) this.#log.log(`Deleted finished jobs: ${removed}.`);
  }
}
