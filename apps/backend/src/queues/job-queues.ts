import { Logger } from '@nestjs/common';
import type { JobState, Queue } from 'bullmq';
import { currentRequestId, runFor } from '../common/index.ts';
import { AwayError } from '../database/index.ts';
import { idsOf } from './job-work.ts';
import {
  JOB_QUEUES,
  JOB_REPEATS,
  JOB_TRIES,
  type JobName,
  type Jobs,
  type QueueName,
  type RepeatedJob,
} from './jobs.ts';

/** A queue that is away shall not keep anybody waiting longer than this. */
const PATIENCE_MS = 3000;

/** Where jobs are put. Every failure to reach the queue is an `AwayError`. */
export class JobQueues {
  readonly #log = new Logger('Queues');
  readonly #queues: Record<QueueName, Queue>;

  constructor(queues: readonly Queue[]) {
    this.#queues = Object.fromEntries(queues.map((queue) => [queue.name, queue])) as Record<QueueName, Queue>;
    for (const queue of queues) this.#heed(queue);
  }

  /** All queues. */
  get all(): readonly Queue[] {
    return Object.values(this.#queues);
  }

  /**
   * Puts a job in its queue, to be done after `delayMs`, with the id of the request that it is for. A job whose id is there already,
   * finished ones too, is not put there again.
   */
  async add<N extends JobName>(
    name: N,
    payload: Jobs[N],
    { id, delayMs = 0 }: { id: string; delayMs?: number },
  ): Promise<void> {
    const queue = this.#queueOf(name);
    const requestId = currentRequestId();
    const data = requestId === undefined ? payload : { ...payload, request_id: requestId };
    const tried = JOB_TRIES[name];
    const retries = tried && { attempts: tried.tries, backoff: { type: 'exponential', delay: tried.pauseMs } };
    await this.reach(() => queue.add(name, data, { jobId: id, delay: Math.ceil(delayMs), ...retries }));
    runFor(idsOf({ queueName: queue.name, name, id, data }), () => this.#log.log('Job queued'));
  }

  /** Has the repeated jobs done from now on; saying it again changes nothing. */
  async repeat(): Promise<void> {
    for (const [name, every] of Object.entries(JOB_REPEATS) as [RepeatedJob, number][])
      await this.reach(async () => {
        const queue = this.#queueOf(name);
        const known = await queue.getJobScheduler(name);
        if (known?.every !== every) await queue.upsertJobScheduler(name, { every }, { name, data: {} });
      });
  }

  state(name: JobName, id: string): Promise<JobState | 'unknown'> {
    return this.reach(() => this.#queueOf(name).getJobState(id));
  }

  /** Resolves when the queue's server has answered. */
  ping(): Promise<void> {
    return this.reach(async () => {
      await this.#queues.ingest.isPaused();
    });
  }

  /** Asks the queue's server, and waits no longer than `PATIENCE_MS`. */
  async reach<T>(work: () => Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    try {
      return await Promise.race([work(), silence]);
    } catch (error) {
      throw new AwayError('queue', error);
    } finally {
      clearTimeout(timer);
    }
  }

  #queueOf(name: JobName): Queue {
    return this.#queues[JOB_QUEUES[name]];
  }

  /** While its server is away a queue reports the same trouble over and over; the log gets it once. */
  #heed(queue: Queue): void {
    let last = '';
    queue.on('error', (error) => {
      if (error.message !== last) this.#log.warn(`Queue "${queue.name}": ${error.message || error.name}`);
      last = error.message;
    });
  }
}
