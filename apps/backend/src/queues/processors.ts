import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { JobHandlers } from './job-handlers.ts';

/**
 * A job is lost when its worker has not renewed it for `lockDuration`; who looks for such jobs does so every `stalledInterval`.
 * Jobs that must go on sooner than that are looked after by the module that knows them.
 */
const OPTIONS = { lockDuration: 30_000, stalledInterval: 5000, maxStalledCount: 3, runRetryDelay: 2000 };

abstract class JobProcessor extends WorkerHost {
  readonly #log = new Logger('Queues');
  readonly #handlers: JobHandlers;
  #trouble = '';

  constructor(handlers: JobHandlers) {
    super();
    this.#handlers = handlers;
  }

  override async process(job: Job): Promise<void> {
    await this.#handlers.dispatch(job.name, job.data);
  }

  @OnWorkerEvent('failed')
  failed(job: Job | undefined, error: Error): void {
    this.#log.warn(`Job ${job?.name} ${job?.id} failed: ${error.message}`);
  }

  @OnWorkerEvent('error')
  error(error: Error): void {
    if (error.message !== this.#trouble)
      this.#log.warn(`Worker of "${this.worker.name}": ${error.message || error.name}`);
    this.#trouble = error.message;
  }
}

/** One document at a time. */
@Injectable()
@Processor('ingest', { ...OPTIONS, concurrency: 1 })
export class IngestProcessor extends JobProcessor {
  constructor(handlers: JobHandlers) {
    super(handlers);
  }
}

/** Pictures are drawn by native code beside the program: two at a time, so that a large one does not hold up all others. */
@Injectable()
@Processor('derivatives', { ...OPTIONS, concurrency: 2 })
export class DerivativesProcessor extends JobProcessor {
  constructor(handlers: JobHandlers) {
    super(handlers);
  }
}

@Injectable()
@Processor('storage-deletion', { ...OPTIONS, concurrency: 4 })
export class StorageDeletionProcessor extends JobProcessor {
  constructor(handlers: JobHandlers) {
    super(handlers);
  }
}

@Injectable()
@Processor('maintenance', { ...OPTIONS, concurrency: 1 })
export class MaintenanceProcessor extends JobProcessor {
  constructor(handlers: JobHandlers) {
    super(handlers);
  }
}
