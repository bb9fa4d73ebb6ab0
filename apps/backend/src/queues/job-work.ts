import { Injectable, Logger } from '@nestjs/common';
import { type Job, WaitingError } from 'bullmq';
import { Metrics, runFor, type WorkIds } from '../common/index.ts';
import { AwayError, isDatabaseAway } from '../database/index.ts';
import { JobHandlers } from './job-handlers.ts';
import { JOB_REPEATS } from './jobs.ts';

const BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

/** What stands in a job's payload beside what its handler is given. */
const REQUEST_ID = 'request_id';

interface Running {
  job: Job;
  token: string | undefined;
}

/** The ids of a job, for every line that is logged on its behalf: its own, its request's, and those in its payload. */
export function idsOf(job: Pick<Job, 'queueName' | 'name' | 'id' | 'data'>): WorkIds {
  const payload = Object.entries((job.data ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string | number] =>
      entry[0].endsWith('_id') && (typeof entry[1] === 'string' || typeof entry[1] === 'number'),
  );
  return { queue: job.queueName, job: job.name, ...(job.id ? { job_id: job.id } : {}), ...Object.fromEntries(payload) };
}

/** Why a job failed, in words that a chart can count. */
function reasonOf(error: unknown): string {
  if (error instanceof AwayError) return `${error.dependency} away`;
  if (isDatabaseAway(error)) return 'database away';
  return error instanceof Error && error.message.startsWith('job stalled') ? 'stalled' : 'fault';
}

/** Does the jobs of this process: in the context of their request, timed and counted, and handed back when the process has to end. */
@Injectable()
export class JobWork {
  readonly #log = new Logger('Queues');
  readonly #handlers: JobHandlers;
  readonly #running = new Set<Running>();
  readonly #seconds;
  readonly #failures;
  readonly #stalled;
  #stopping = false;

  constructor(handlers: JobHandlers, metrics: Metrics) {
    this.#handlers = handlers;
    this.#seconds = metrics.histogram({
      name: 'job_duration_seconds',
      help: 'Jobs done by this worker, and the seconds that they took, by queue, kind and outcome',
      labelNames: ['queue', 'job', 'outcome'],
      buckets: BUCKETS,
    });
    this.#failures = metrics.counter({
      name: 'job_failures_total',
      help: 'Jobs that failed in this worker, each try counted, by queue, kind and reason',
      labelNames: ['queue', 'job', 'reason'],
    });
    this.#stalled = metrics.counter({
      name: 'jobs_stalled_total',
      help: 'Jobs that this worker found without a sign of life of theirs, and put back',
      labelNames: ['queue'],
    });
  }

  /** @throws {WaitingError} when the process ends before the job could, and the job has been put back */
  do(job: Job, token?: string): Promise<void> {
    return runFor(idsOf(job), async () => {
      const running = { job, token };
      this.#running.add(running);
      const from = performance.now();
      let outcome = 'failed';
      try {
        const { [REQUEST_ID]: _request, ...payload } = job.data as Record<string, unknown>;
        await this.#handlers.dispatch(job.name, payload);
        outcome = 'completed';
      } catch (error) {
        if (!this.#stopping || !(await this.#handBack(running))) throw error;
        outcome = 'handed back';
        throw new WaitingError();
      } finally {
        this.#running.delete(running);
        this.#tell(job, outcome, (performance.now() - from) / 1000);
      }
    });
  }

  failed(queue: string, job: Job | undefined, error: Error): void {
    this.#failures.inc({ queue, job: job?.name ?? 'unknown', reason: reasonOf(error) });
    runFor(job ? idsOf(job) : { queue }, () =>
      this.#log.warn(
        `Job failed, try ${job?.attemptsMade ?? 1} of ${Math.max(1, job?.opts.attempts ?? 1)}: ${error.message}`,
      ),
    );
  }

  stalled(queue: string, id: string): void {
    this.#stalled.inc({ queue });
    runFor({ queue, job_id: id }, () => this.#log.warn('The job gave no sign of life and is put back.'));
  }

  /** From now on a job that breaks off is put back, for another worker. */
  stop(): void {
    this.#stopping = true;
  }

  /** Puts back what is still at work; it may be begun again elsewhere at once. */
  async handBack(): Promise<void> {
    await Promise.all([...this.#running].map((running) => this.#handBack(running)));
  }

  async #handBack(running: Running): Promise<boolean> {
    const { job, token } = running;
    try {
      await job.moveToWait(token);
      runFor(idsOf(job), () => this.#log.log('The worker ends; the job is put back.'));
      return true;
    } catch (error) {
      // Its lock runs out, and another worker takes it up then.
      runFor(idsOf(job), () => this.#log.warn(`The job could not be put back: ${(error as Error).message}`));
      return false;
    }
  }

  #tell({ queueName: queue, name: job }: Job, outcome: string, seconds: number): void {
    this.#seconds.observe({ queue, job, outcome }, seconds);
    if (outcome === 'failed') return;
    const said = `Job ${outcome} after ${seconds.toFixed(2)} s`;
    if (Object.hasOwn(JOB_REPEATS, job)) this.#log.debug(said);
    else this.#log.log(said);
  }
}
