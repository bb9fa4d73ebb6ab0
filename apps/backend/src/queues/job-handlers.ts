import { Injectable } from '@nestjs/common';
import { JOB_NAMES, type JobHandlerMap, type JobName, type JobHandler } from './jobs.ts';

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
