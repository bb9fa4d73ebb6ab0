import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Global,
  Inject,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Job, type Queue, Worker } from 'bullmq';
import { CONFIG, type Config } from '../config/index.ts';
import { Database } from '../database/index.ts';
import { JobHandlers, JobRunner } from './job-runner.ts';
import { JobQueues } from './job-queues.ts';
import { QUEUE_CONCURRENCY, type QueueName } from './jobs.ts';
import { Retention } from './retention.ts';
import { WorkerHeartbeat } from './worker-heartbeat.ts';

const RETRY_MS = 5000;
const REPEAT_MS = 60_000;

/** Time that running jobs get to finish on shutdown. The rest are requeued. */
export const DRAIN_MS = 10_000;

/** Number of times that a job may stall before it fails. */
const MAX_STALLED = 3;

/** BullMQ's result if there is no job, which contradicts its types. */
const NO_JOB = undefined as unknown as Job;

/** A worker that takes no job while closing. BullMQ's own class would take one more job when it is woken up to close. */
class DrainingWorker extends Worker {
  protected override moveToActive(token: string, name?: string): Promise<Job> {
    return this.closing ? Promise.resolve(NO_JOB) : super.moveToActive(token, name);
  }
}

/** Starts the workers once the database responds. The process doesn't start if a job has no handler. */
@Injectable()
class QueueWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('Queues');
  readonly #lockMs: number;
  readonly #stopping = new AbortController();
  #workers: Worker[] = [];

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly database: Database,
    private readonly handlers: JobHandlers,
    private readonly queues: JobQueues,
    private readonly runner: JobRunner,
    private readonly retention: Retention,
  ) {
    this.#lockMs = config.jobLockSeconds * 1000;
  }

  onApplicationBootstrap(): void {
    this.handlers.complete();
    this.retention.complete();
    void this.#start();
  }

  /** Running jobs end before the queues close: they are in a later phase of the shutdown. Until then, jobs use them as before. */
  async beforeApplicationShutdown(): Promise<void> {
    this.runner.stop();
    this.#stopping.abort();
    const closing = Promise.all(this.#workers.map((worker) => worker.close()));
    this.#log.log('Taking no more jobs; running jobs get time to finish.');
    await Promise.race([closing, pause(DRAIN_MS, undefined, { ref: false })]);
    await this.runner.requeueAll();
  }

  async #start(): Promise<void> {
    await this.database.untilReachable();
    if (this.#stopping.signal.aborted) return;
    this.#workers = this.queues.all.map((queue) => this.#worker(queue));
    await this.#repeat();
  }

  /**
   * A job is stalled if its worker hasn't renewed its lock in time. Workers check for such jobs six times per lock duration. If a module's
   * jobs must continue sooner, the module handles that itself.
   */
  #worker({ name: queue, opts: { connection } }: Queue): Worker {
    const worker = new DrainingWorker(queue, (job, token) => this.runner.run(job, token), {
      connection,
      name: `${hostname()}-${process.pid}`,
      concurrency: QUEUE_CONCURRENCY[queue as QueueName],
      lockDuration: this.#lockMs,
      stalledInterval: Math.round(this.#lockMs / 6),
      maxStalledCount: MAX_STALLED,
      runRetryDelay: 2000,
    });
    let lastError = '';
    worker.on('failed', (job, error) => this.runner.failed(queue, job, error));
    worker.on('stalled', (id) => this.runner.stalled(queue, id));
    worker.on('error', ({ message, name }) => {
      if (message !== lastError) this.#log.warn(`Worker of "${queue}": ${message || name}`);
      lastError = message;
    });
    return worker;
  }

  /** Schedules the repeated jobs every minute, because a queue that was emptied has lost them. */
  async #repeat(): Promise<void> {
    for (const { signal } = this.#stopping; !signal.aborted;) {
      let wait = REPEAT_MS;
      try {
        await this.queues.repeat();
      } catch (error) {
        if (signal.aborted) return;
        this.#log.warn(`Repeated jobs could not be scheduled: ${(error as Error).message}`);
        wait = RETRY_MS;
      }
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}

const RETENTION_MS = 7 * 24 * 3_600_000;
const BATCH_SIZE = 1000;

/**
 * Deletes finished jobs after a week. In PostgreSQL, deleting a job while other jobs finish causes deadlocks, so a single job deletes them
 * all.
 */
@Injectable()
export class FinishedJobs {
  constructor(
    private readonly queues: JobQueues,
    retention: Retention,
  ) {
    retention.enforce('finished-jobs', () => this.clean());
  }

  async clean(retentionMs = RETENTION_MS): Promise<number> {
    let removed = 0;
    for (const queue of this.queues.all)
      for (const kind of ['completed', 'failed'] as const)
        for (let batch = BATCH_SIZE; batch === BATCH_SIZE; removed += batch)
          batch = (await queue.clean(retentionMs, BATCH_SIZE, kind)).length;
    return removed;
  }
}

/** Runs jobs in the worker process after the application has started. */
@Global()
@Module({ providers: [JobRunner, QueueWorkers, Retention, FinishedJobs, WorkerHeartbeat], exports: [Retention] })
export class QueueWorkersModule {}
