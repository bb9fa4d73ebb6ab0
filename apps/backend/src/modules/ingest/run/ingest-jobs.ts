import { Injectable } from '@nestjs/common';
import { JobQueues } from '../../../queues/index.ts';

/** Operations in the queue: one job for each attempt, under an id that follows from both. */
@Injectable()
export class IngestJobs {
  readonly #queues: JobQueues;

  constructor(queues: JobQueues) {
    this.#queues = queues;
  }

  /** @throws {AwayError} while jobs cannot be put in the queue */
  reachable(): Promise<void> {
    return this.#queues.ping();
  }

  add(operationId: string, attempt: number): Promise<void> {
    return this.#queues.add('ingest-run', { operation_id: operationId, attempt }, { id: jobId(operationId, attempt) });
  }

  /** Whether a worker will come to this attempt, is at it, or will not any more. */
  async prospect(operationId: string, attempt: number): Promise<'waiting' | 'active' | 'none'> {
    const state = await this.#queues.state('ingest-run', jobId(operationId, attempt));
    if (state === 'active') return 'active';
    return state === 'completed' || state === 'failed' || state === 'unknown' ? 'none' : 'waiting';
  }
}

const jobId = (operationId: string, attempt: number) => `${operationId}-${attempt}`;
