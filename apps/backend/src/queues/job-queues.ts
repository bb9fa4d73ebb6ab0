import { Logger } from '@nestjs/common';
import { type JobState, Queue } from 'bullmq';
import { SpanKind } from '@opentelemetry/api';
import { currentRequestId, runWithIds, traceHeaders, withSpan } from '../common/index.ts';
import { UnavailableError } from '../database/index.ts';
import { attributesOf, idsOf } from './job-runner.ts';
import {
  JOB_QUEUES,
  JOB_REPEATS,
  JOB_RETRIES,
  type JobName,
  type Jobs,
  type QueueName,
  type RepeatedJob,
} from './jobs.ts';

/** Time limit for any request to the queue's server. */
const TIMEOUT_MS = 3000;

/** Adds jobs to queues. Throws an `UnavailableError` if the queue's server doesn't respond. */
export class JobQueues {
  readonly #log = new Logger('Queues');
  readonly #queues: Record<QueueName, Queue>;

  constructor(queues: readonly Queue[]) {
    this.#queues = Object.fromEntries(queues.map((queue) => [queue.name, queue])) as Record<QueueName, Queue>;
    for (const queue of queues) this.#logErrors(queue);
  }

  /** All queues. */
  get all(): readonly Queue[] {
    return Object.values(this.#queues);
  }

  /**
   * Adds a job that runs after `delayMs`. Its data includes the id of the current request. Does nothing if the queue already has a job with
   * this id, even if it has finished. With `first`, the job runs before all waiting jobs.
   */
  async add<N extends JobName>(
    name: N,
    payload: Jobs[N],
    { id, delayMs = 0, first = false }: { id: string; delayMs?: number; first?: boolean },
  ): Promise<void> {
    const queue = this.#queueOf(name);
    const requestId = currentRequestId();
    const origin = requestId === undefined ? {} : { request_id: requestId };
    const policy = JOB_RETRIES[name];
    const retries = policy && { attempts: policy.attempts, backoff: { type: 'exponential', delay: policy.delayMs } };
    const options = { jobId: id, delay: Math.ceil(delayMs), ...(first && { lifo: true }), ...retries };
    const data = { ...payload, ...origin };
    await withSpan(`publish ${name}`, { kind: SpanKind.PRODUCER, attributes: attributesOf(queue.name) }, () =>
      this.reach(() => queue.add(name, { ...data, ...traceHeaders() }, options)),
    );
    runWithIds(idsOf({ queueName: queue.name, name, id, data }), () => this.#log.log('Job queued'));
  }

  /** Schedules the repeated jobs. Idempotent. */
  async repeat(): Promise<void> {
    for (const [name, every] of Object.entries(JOB_REPEATS) as [RepeatedJob, number][])
      await this.reach(async () => {
        const queue = this.#queueOf(name);
        const scheduler = await queue.getJobScheduler(name);
        if (scheduler?.every !== every) await queue.upsertJobScheduler(name, { every }, { name, data: {} });
      });
    for (const queue of this.all) await this.reach(() => removeUnknownSchedulers(queue));
  }

  state(name: JobName, id: string): Promise<JobState | 'unknown'> {
    return this.reach(() => this.#queueOf(name).getJobState(id));
  }

  /** Whether the queue will still run a job, or runs it now. */
  async isQueued(name: JobName, id: string): Promise<boolean> {
    const state = await this.state(name, id);
    return state !== 'completed' && state !== 'failed' && state !== 'unknown';
  }

  /**
   * Calls `requeue` for the tasks of a table that the queue has lost or given up on.
   * @param pageAfter reads the next tasks after a key, in the order of keys; none at the end
   */
  async requeueLost<T>(
    name: JobName,
    pageAfter: (last: number) => Promise<readonly T[]>,
    { keyOf, jobIdOf, requeue }: { keyOf(task: T): number; jobIdOf(task: T): string; requeue(task: T): Promise<void> },
  ): Promise<void> {
    for (let last = 0; ;) {
      const page = await pageAfter(last);
      if (page.length === 0) return;
      for (const task of page) {
        if (!(await this.isQueued(name, jobIdOf(task)))) await requeue(task);
        last = keyOf(task);
      }
    }
  }

  /** Resolves when the queue's server has responded. */
  ping(): Promise<void> {
    return this.reach(async () => {
      await this.#queues.ingest.isPaused();
    });
  }

  /** Resolves when every queue has received a response on its open connection. */
  async checkConnections(): Promise<void> {
    await Promise.all(this.all.map((queue) => this.reach(() => queue.isPaused())));
  }

  /** Resolves when the queue's server has responded on a new connection. */
  async pingOnNewConnection(): Promise<void> {
    const { name, opts } = this.#queues.ingest;
    const queue = new Queue(name, { connection: opts.connection });
    queue.on('error', () => undefined);
    try {
      await this.reach(() => queue.isPaused());
    } finally {
      await queue.close().catch(() => undefined);
    }
  }

  /** Runs a request to the queue's server with the time limit `TIMEOUT_MS`. */
  async reach<T>(work: () => Promise<T>): Promise<T> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`No response within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    try {
      return await Promise.race([work(), timeout]);
    } catch (error) {
      throw new UnavailableError('queue', error);
    } finally {
      clearTimeout(timer);
    }
  }

  #queueOf(name: JobName): Queue {
    return this.#queues[JOB_QUEUES[name]];
  }

  /** Logs each error only once, because a queue reports the same error repeatedly while its server is unavailable. */
  #logErrors(queue: Queue): void {
    let last = '';
    queue.on('error', (error) => {
      if (error.message !== last) this.#log.warn(`Queue "${queue.name}": ${error.message || error.name}`);
      last = error.message;
    });
  }
}

/** Removes repeated jobs that earlier releases scheduled under names that are no longer in use. */
async function removeUnknownSchedulers(queue: Queue): Promise<void> {
  for (const { key } of await queue.getJobSchedulers())
    if (!Object.hasOwn(JOB_REPEATS, key)) await queue.removeJobScheduler(key);
}
