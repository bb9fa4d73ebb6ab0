import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { JobState, Queue } from 'bullmq';
import { AwayError } from '../database/index.ts';
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
@Injectable()
export class JobQueues {
  readonly #log = new Logger('Queues');
  readonly #queues: Record<QueueName, Queue>;

  constructor(
    @InjectQueue('ingest') ingest: Queue,
    @InjectQueue('derivatives') derivatives: Queue,
    @InjectQueue('storage-deletion') storageDeletion: Queue,
    @InjectQueue('maintenance') maintenance: Queue,
  ) {
    this.#queues = { ingest, derivatives, 'storage-deletion': storageDeletion, maintenance };
    for (const queue of Object.values(this.#queues)) this.#heed(queue);
  }

  /** All queues, for the board that shows them. */
  get all(): readonly Queue[] {
    return Object.values(this.#queues);
  }

  /** Puts a job in its queue. A job whose id is there already, finished ones too, is not put there again. */
  add<N extends JobName>(name: N, payload: Jobs[N], { id }: { id: string }): Promise<void> {
    return this.#reach(async () => {
      const tried = JOB_TRIES[name];
      const retries = tried && { attempts: tried.tries, backoff: { type: 'exponential', delay: tried.pauseMs } };
      await this.#queueOf(name).add(name, payload, { jobId: id, ...retries });
    });
  }

  /** Has the repeated jobs done from now on; saying it twice changes nothing. */
  async repeat(): Promise<void> {
    for (const [name, every] of Object.entries(JOB_REPEATS) as [RepeatedJob, number][])
      await this.#reach(async () => {
        await this.#queueOf(name).upsertJobScheduler(name, { every }, { name, data: {} });
      });
  }

  state(name: JobName, id: string): Promise<JobState | 'unknown'> {
    return this.#reach(() => this.#queueOf(name).getJobState(id));
  }

  /** Resolves when the queue's server has answered. */
  ping(): Promise<void> {
    return this.#reach(async () => {
      await this.#queues.ingest.isPaused();
    });
  }

  #queueOf(name: JobName): Queue {
    return this.#queues[JOB_QUEUES[name]];
  }

  async #reach<T>(work: () => Promise<T>): Promise<T> {
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

  /** While its server is away a queue reports the same trouble over and over; the log gets it once. */
  #heed(queue: Queue): void {
    let last = '';
    queue.on('error', (error) => {
      if (error.message !== last) this.#log.warn(`Queue "${queue.name}": ${error.message || error.name}`);
      last = error.message;
    });
  }
}
