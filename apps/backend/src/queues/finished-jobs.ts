import { Injectable, Logger } from '@nestjs/common';
import { JobHandlers } from './job-handlers.ts';
import { JobQueues } from './job-queues.ts';

const KEPT_MS = 7 * 24 * 3_600_000;
const AT_ONCE = 1000;

/** Finished jobs stay for a week. Removing them as others finish ends jobs in deadlocks on PostgreSQL, so one job removes them all. */
@Injectable()
export class FinishedJobs {
  readonly #log = new Logger('Queues');
  readonly #queues: JobQueues;

  constructor(queues: JobQueues, handlers: JobHandlers) {
    this.#queues = queues;
    handlers.handle('finished-jobs-clean', () => this.clean());
  }

  async clean(keptMs = KEPT_MS): Promise<void> {
    let removed = 0;
    for (const queue of this.#queues.all)
      for (const kind of ['completed', 'failed'] as const)
        for (let batch = AT_ONCE; batch === AT_ONCE; removed += batch)
          batch = (await queue.clean(keptMs, AT_ONCE, kind)).length;
    if (removed > 0) this.#log.log(`Removed ${removed} finished jobs.`);
  }
}
