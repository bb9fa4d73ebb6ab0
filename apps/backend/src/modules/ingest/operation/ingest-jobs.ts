import { Injectable } from '@nestjs/common';
import { JobQueues } from '../../../queues/index.ts';

/** Queues operations. The job id consists of the operation's id and the attempt. */
@Injectable()
export class IngestJobs {
  readonly #queues: JobQueues;

  constructor(queues: JobQueues) {
    this.#queues = queues;
  }

  /** @throws {UnavailableError} while the queue is unavailable */
  checkQueue(): Promise<void> {
    return this.#queues.ping();
  }

  add(operationId: string, attempt: number): Promise<void> {
    return this.#queues.add('ingest-run', { operation_id: operationId, attempt }, { id: jobId(operationId, attempt) });
  }

  /** Whether the job of this attempt is waiting, active, or neither. */
  async jobState(operationId: string, attempt: number): Promise<'waiting' | 'active' | 'none'> {
    const state = await this.#queues.state('ingest-run', jobId(operationId, attempt));
    if (state === 'active') return 'active';
    return state === 'completed' || state === 'failed' || state === 'unknown' ? 'none' : 'waiting';
  }
}

const jobId = (operationId: string, attempt: number) => `${operationId}-${attempt}`;
