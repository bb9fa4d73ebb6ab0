import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';

/** Documents above this size have a queue of their own and are parsed in a thread of their own, so that small ones don't wait for them. */
export const LARGE_DOCUMENT_BYTES = 256 * 1024;

const IS_LARGE = statement('ingest-is-large', 'select large from ingest_operation where id = $1', { large: col.bool });

/** Queues operations. The job id consists of the operation's id and the attempt. */
@Injectable()
export class IngestJobs {
  constructor(
    private readonly database: Database,
    private readonly queues: JobQueues,
  ) {}

  /** @throws {UnavailableError} while the queue is unavailable */
  checkQueue(): Promise<void> {
    return this.queues.ping();
  }

  async add(operationId: string, attempt: number): Promise<void> {
    const payload = { operation_id: operationId, attempt };
    await this.queues.add(await this.#jobName(operationId), payload, { id: jobId(operationId, attempt) });
  }

  /** Whether the job of this attempt is waiting, active, or neither. */
  async jobState(operationId: string, attempt: number): Promise<'waiting' | 'active' | 'none'> {
    const state = await this.queues.state(await this.#jobName(operationId), jobId(operationId, attempt));
    if (state === 'active') return 'active';
    return state === 'completed' || state === 'failed' || state === 'unknown' ? 'none' : 'waiting';
  }

  async #jobName(operationId: string) {
    const row = await this.database.row(IS_LARGE, [operationId]);
    return row?.large ? 'large-ingest-run' : 'ingest-run';
  }
}

const jobId = (operationId: string, attempt: number) => `${operationId}-${attempt}`;
