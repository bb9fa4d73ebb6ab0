import { Injectable } from '@nestjs/common';
import { Database, type StatementExecutor, afterCommit, col, statement } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import {
  DERIVATIVE_TASK,
  type DerivativeTask,
  requestAllDerivatives,
  requestDerivatives,
  requestOldDocuments,
  retryDerivatives,
} from '../../records/index.ts';

const BATCH_SIZE = 500;

const OVERDUE = statement(
  'derivatives-overdue',
  `
  select media_id, attempt from derivative_task
  where media_id > $1 and updated_at < now() - make_interval(secs => $2) order by media_id limit ${BATCH_SIZE}`,
  DERIVATIVE_TASK,
);

const MEDIA_WITH_FILE = statement(
  'derivatives-of-file',
  'select id, content_type from media where sha256 = $1 and content_type is not null',
  { id: col.int, content_type: col.text },
);

const jobId = ({ media_id, attempt }: DerivativeTask) => `${media_id}-${attempt}`;

/** Tasks that render previews. The table is the source of truth; the queue only runs them. */
@Injectable()
export class DerivativeTasks {
  constructor(
    private readonly database: Database,
    private readonly queues: JobQueues,
  ) {}

  /** Requests previews of a file, if its type has any. Runs in the transaction that sets the file. */
  async request(executor: StatementExecutor, mediaId: number, contentType: string, suffix = ''): Promise<void> {
    if (!isRenderable(contentType)) return;
    const task = await requestDerivatives(executor, mediaId);
    if (task) afterCommit(() => this.#add(task, suffix));
  }

  /**
   * Requests previews of all media items that have this file. The suffix makes the job ids unique, because the queue still knows the
   * earlier jobs.
   */
  async requestForFile(executor: StatementExecutor, sha256: Buffer): Promise<void> {
    const now = Date.now();
    for (const { id, content_type } of await executor.rows(MEDIA_WITH_FILE, [sha256]))
      await this.request(executor, id, content_type, `-${now}`);
  }

  /**
   * Regenerates the previews of all files; the worker queues the tasks within a minute. The previous previews stay until they are replaced.
   */
  async requestAll(): Promise<void> {
    await requestAllDerivatives(this.database);
  }

  /** Requeues overdue tasks that the queue has lost or given up on. Also requests previews of documents that an earlier version stored. */
  async resume(overdueSeconds = 60): Promise<void> {
    await requestOldDocuments(this.database);
    await this.queues.requeueLost('derivatives-make', (last) => this.database.rows(OVERDUE, [last, overdueSeconds]), {
      keyOf: ({ media_id }) => media_id,
      jobIdOf: jobId,
      requeue: async (task) => {
        const retried = await retryDerivatives(this.database, task);
        if (retried) await this.#add(retried);
      },
    });
  }

  #add(task: DerivativeTask, suffix = ''): Promise<void> {
    return this.queues.add('derivatives-make', { media_id: task.media_id }, { id: jobId(task) + suffix });
  }
}

const DOCUMENTS = ['application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'];

/** Whether files of this content type have previews. */
export const isRenderable = (contentType: string) =>
  /^(?:image|video|audio)\//.test(contentType) || DOCUMENTS.includes(contentType);
