import { Injectable, Logger } from '@nestjs/common';
import { SpanKind, context } from '@opentelemetry/api';
import { type Job, WaitingError } from 'bullmq';
import {
  type ContextIds,
  InterruptedError,
  Metrics,
  StorageRejectedError,
  runInSpan,
  runWithIds,
  startSpan,
} from '../common/index.ts';
import { UnavailableError, isDatabaseUnavailable } from '../database/index.ts';
import { JOB_NAMES, JOB_REPEATS, type JobHandler, type JobHandlerMap, type JobName } from './jobs.ts';

/** The handlers of all jobs. Each module registers its own: `handlers.handle('ingest-run', (payload) => …)`. */
@Injectable()
export class JobHandlers {
  readonly #handlers: Partial<JobHandlerMap> = {};

  /** @throws Error if the job already has a handler */
  handle<N extends JobName>(name: N, handler: JobHandler<N>): void {
    if (this.#handlers[name]) throw new Error(`The job "${name}" has two handlers.`);
    Object.assign(this.#handlers, { [name]: handler });
  }

  /** @throws Error with the names of all jobs without a handler, because such a process must not start */
  complete(): JobHandlerMap {
    const missing = JOB_NAMES.filter((name) => !this.#handlers[name]);
    if (missing.length > 0) throw new Error(`No handler for the jobs: ${missing.join(', ')}.`);
    return this.#handlers as JobHandlerMap;
  }

  /** Runs a job from the queue. */
  async dispatch(name: string, payload: unknown): Promise<void> {
    const handlers: Record<string, unknown> = this.#handlers;
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (typeof handler !== 'function') throw new Error(`The job "${name}" has no handler.`);
    await handler(payload);
  }
}

const BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

/** Span attributes for a queue. */
export const attributesOf = (queue: string) => ({
  'messaging.system': 'bullmq',
  'messaging.destination.name': queue,
});

interface RunningJob {
  job: Job;
  token: string | undefined;
}

/** Ids for the log lines of a job: the ids of the job and its request, and those in the payload. */
export function idsOf(job: Pick<Job, 'queueName' | 'name' | 'id' | 'data'>): ContextIds {
  const payload = Object.entries((job.data ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string | number] =>
      entry[0].endsWith('_id') && (typeof entry[1] === 'string' || typeof entry[1] === 'number'),
  );
  return { queue: job.queueName, job: job.name, ...(job.id ? { job_id: job.id } : {}), ...Object.fromEntries(payload) };
}

/** The reason for a failure, as a metric label. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageRejectedError) return 'file_storage_rejected';
  if (error instanceof UnavailableError) return `${error.dependency.replaceAll(' ', '_')}_unavailable`;
  if (isDatabaseUnavailable(error)) return 'database_unavailable';
  return error instanceof Error && error.message.startsWith('job stalled') ? 'stalled' : 'error';
}

/** Runs this process's jobs in the log context of their requests, records metrics, and requeues the jobs on shutdown. */
@Injectable()
export class JobRunner {
  readonly #log = new Logger('Queues');
  readonly #running = new Set<RunningJob>();
  readonly #seconds;
  readonly #failures;
  readonly #stalled;
  #stopping = false;
  #completed = 0;
  #failed = 0;

  constructor(
    private readonly handlers: JobHandlers,
    metrics: Metrics,
  ) {
    this.#seconds = metrics.histogram({
      name: 'job_duration_seconds',
      help: 'Duration of jobs in seconds, by queue, job and outcome',
      labelNames: ['queue', 'job', 'outcome'],
      buckets: BUCKETS,
    });
    this.#failures = metrics.counter({
      name: 'job_failures_total',
      help: 'Failed attempts of jobs, by queue, job and reason',
      labelNames: ['queue', 'job', 'reason'],
    });
    this.#stalled = metrics.counter({
      name: 'jobs_stalled_total',
      help: 'Stalled jobs that this worker found and requeued',
      labelNames: ['queue'],
    });
  }

  /** Numbers of jobs that are running in this process, and that have finished since it started. */
  get activity() {
    return { running: this.#running.size, completed: this.#completed, failed: this.#failed };
  }

  /** @throws {WaitingError} if the process stops before the job has finished, so that the job is requeued */
  run(job: Job, token?: string): Promise<void> {
    return runWithIds(idsOf(job), async () => {
      const running = { job, token };
      this.#running.add(running);
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        await this.#dispatch(job);
        outcome = 'completed';
      } catch (error) {
        if (!(this.#stopping || error instanceof InterruptedError) || !(await this.#requeue(running))) throw error;
        outcome = 'requeued';
        throw new WaitingError();
      } finally {
        this.#running.delete(running);
        this.#report(job, outcome, (performance.now() - startedAt) / 1000);
      }
    });
  }

  /**
   * Runs a job as part of the trace of the request that queued it. The ids of request and trace are stored next to the handler's payload.
   */
  async #dispatch({ name, queueName, data }: Job): Promise<void> {
    const { request_id: _request, traceparent, ...payload } = data as Record<string, unknown>;
    const work = () => this.handlers.dispatch(name, payload);
    const jobSpan = startSpan(`process ${name}`, {
      kind: SpanKind.CONSUMER,
      attributes: attributesOf(queueName),
      headers: { traceparent },
    });
    await (jobSpan ? context.with(jobSpan.spanContext, () => runInSpan(jobSpan.span, work)) : work());
  }

  failed(queue: string, job: Job | undefined, error: Error): void {
    this.#failures.inc({ queue, job: job?.name ?? 'unknown', reason: reasonOf(error) });
    runWithIds(job ? idsOf(job) : { queue }, () =>
      this.#log.warn(
        `Job failed, attempt ${job?.attemptsMade ?? 1} of ${Math.max(1, job?.opts.attempts ?? 1)}: ${error.message}`,
      ),
    );
  }

  stalled(queue: string, id: string): void {
    this.#stalled.inc({ queue });
    runWithIds({ queue, job_id: id }, () => this.#log.warn('Job stalled; requeued.'));
  }

  /** After this call, failing jobs are requeued for another worker. */
  stop(): void {
    this.#stopping = true;
  }

  /** Requeues the running jobs. Another worker may start them immediately. */
  async requeueAll(): Promise<void> {
    await Promise.all([...this.#running].map((running) => this.#requeue(running)));
  }

  async #requeue(running: RunningJob): Promise<boolean> {
    const { job, token } = running;
    try {
      await job.moveToWait(token);
      runWithIds(idsOf(job), () => this.#log.log('Worker is shutting down; job requeued.'));
      return true;
    } catch (error) {
      // Another worker runs the job once its lock expires.
      runWithIds(idsOf(job), () => this.#log.warn(`Job could not be requeued: ${(error as Error).message}`));
      return false;
    }
  }

  #report({ queueName: queue, name: job }: Job, outcome: string, seconds: number): void {
    this.#seconds.observe({ queue, job, outcome }, seconds);
    if (outcome === 'completed') this.#completed += 1;
    else if (outcome === 'failed') this.#failed += 1;
    if (outcome === 'failed') return;
    const message = `Job ${outcome} after ${seconds.toFixed(2)} s`;
    if (Object.hasOwn(JOB_REPEATS, job)) this.#log.debug(message);
    else this.#log.log(message);
  }
}
