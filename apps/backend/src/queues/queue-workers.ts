import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Job, type Queue, Worker } from 'bullmq';
import { CONFIG, type Config } from '../config/index.ts';
import { Database } from '../database/index.ts';
import { JobHandlers } from './job-handlers.ts';
import { JobQueues } from './job-queues.ts';
import { JobWork } from './job-work.ts';
import { QUEUE_CONCURRENCY, type QueueName } from './jobs.ts';

const RETRY_MS = 5000;
const REPEAT_MS = 60_000;

/** A process that is asked to end lets its jobs come to theirs for so long, and puts back the rest. */
export const FINISHING_MS = 10_000;

/** How often a job may be lost with its worker before it counts as failed. */
const MOST_STALLED = 3;

/** BullMQ answers so itself where there is no job, though its types do not say it. */
const NO_JOB = undefined as unknown as Job;

/** Of BullMQ's own a worker looks for a job once more when it is woken up to end, and does what it finds. */
class EndingWorker extends Worker {
  protected override moveToActive(token: string, name?: string): Promise<Job> {
    return this.closing ? Promise.resolve(NO_JOB) : super.moveToActive(token, name);
  }
}

/** Starts the work of a process: refuses when a job has no handler, and waits for the database before it takes any. */
@Injectable()
export class QueueWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #log = new Logger('Queues');
  readonly #lockMs: number;
  readonly #database: Database;
  readonly #handlers: JobHandlers;
  readonly #queues: JobQueues;
  readonly #work: JobWork;
  readonly #stopping = new AbortController();
  #workers: Worker[] = [];

  constructor(
    @Inject(CONFIG) config: Config,
    database: Database,
    handlers: JobHandlers,
    queues: JobQueues,
    work: JobWork,
  ) {
    this.#lockMs = config.jobLockSeconds * 1000;
    this.#database = database;
    this.#handlers = handlers;
    this.#queues = queues;
    this.#work = work;
  }

  onApplicationBootstrap(): void {
    this.#handlers.complete();
    void this.#start();
  }

  beforeApplicationShutdown(): void {
    this.#work.stop();
    this.#stopping.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    const ended = Promise.all(this.#workers.map((worker) => worker.close()));
    this.#log.log('No more jobs are taken up; those that have begun are given time to end.');
    await Promise.race([ended, pause(FINISHING_MS, undefined, { ref: false })]);
    await this.#work.handBack();
  }

  async #start(): Promise<void> {
    await this.#database.reachable();
    if (this.#stopping.signal.aborted) return;
    this.#workers = this.#queues.all.map((queue) => this.#worker(queue));
    await this.#repeat();
  }

  /**
   * A job is lost when its worker has not renewed it for the lock's duration; who looks for such jobs does so six times as often. Jobs
   * that must go on sooner than that are looked after by the module that knows them.
   */
  #worker({ name: queue, opts: { connection } }: Queue): Worker {
    const worker = new EndingWorker(queue, (job, token) => this.#work.do(job, token), {
      connection,
      name: `${hostname()}-${process.pid}`,
      concurrency: QUEUE_CONCURRENCY[queue as QueueName],
      lockDuration: this.#lockMs,
      stalledInterval: Math.round(this.#lockMs / 6),
      maxStalledCount: MOST_STALLED,
      runRetryDelay: 2000,
    });
    let trouble = '';
    worker.on('failed', (job, error) => this.#work.failed(queue, job, error));
    worker.on('stalled', (id) => this.#work.stalled(queue, id));
    worker.on('error', ({ message, name }) => {
      if (message !== trouble) this.#log.warn(`Worker of "${queue}": ${message || name}`);
      trouble = message;
    });
    return worker;
  }

  /** Looks again each minute: a queue that was emptied has forgotten what is to be repeated. */
  async #repeat(): Promise<void> {
    for (const { signal } = this.#stopping; !signal.aborted;) {
      let wait = REPEAT_MS;
      try {
        await this.#queues.repeat();
      } catch (error) {
        if (signal.aborted) return;
        this.#log.warn(`Repeated jobs have to wait: ${(error as Error).message}`);
        wait = RETRY_MS;
      }
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}
