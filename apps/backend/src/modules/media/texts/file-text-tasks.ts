import { Injectable } from '@nestjs/common';
import { afterCommit, col, Database, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';

const BATCH_SIZE = 500;
/** A task without progress for this long is requeued if the queue has lost it. */
const OVERDUE_SECONDS = 600;

const TASK = {
  media_id: col.int,
  /** Number of requests so far, including retries. */
  attempt: col.int,
};
type Task = RowOf<typeof TASK>;

/** Whether the text of media item `m` can be read. SVG drawings have no scanned text. */
const READABLE = `
  m.storage_key is not null and (m.content_type like 'image/%' and m.content_type <> 'image/svg+xml' or m.content_type in (
    'application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'))`;

const request = (from: string) => `
  insert into file_text (media_id, sha256) select m.id, m.sha256 from media m ${from}
  on conflict (media_id) do update set state = 'waiting', attempt = file_text.attempt + 1, sha256 = excluded.sha256, error = null,
    pages_read = 0, updated_at = now()
  returning media_id, attempt`;

const REQUEST = statement('file-text-request', request(`where m.id = $1 and ${READABLE}`), TASK);

/** Requests the text of files that have none yet or were replaced since. Waits for their previews, which come first. */
const REQUEST_NEW = statement(
  'file-texts-request-new',
  request(`
    where ${READABLE} and not exists (select from file_text t where t.media_id = m.id and t.sha256 is not distinct from m.sha256)
      and not exists (select from derivative_task d where d.media_id = m.id)
    order by m.id limit ${BATCH_SIZE}`),
  TASK,
);

const REQUEST_ALL = statement(
  'file-texts-request-all',
  `update file_text set state = 'waiting', error = null, pages_read = 0, updated_at = '-infinity'`,
);

const RETRY_OVERDUE = statement(
  'file-texts-overdue',
  `select media_id, attempt from file_text
  where state = 'waiting' and media_id > $1 and updated_at < now() - make_interval(secs => $2) order by media_id limit ${BATCH_SIZE}`,
  TASK,
);

const RETRY = statement(
  'file-text-retry',
  `update file_text set attempt = attempt + 1, updated_at = now() where media_id = $1 and attempt = $2 and state = 'waiting'
  returning media_id, attempt`,
  TASK,
);

const jobId = ({ media_id, attempt }: Task) => `${media_id}-${attempt}`;

/** Tasks that read the text of files. The table is the source of truth; the queue only runs them. */
@Injectable()
export class FileTextTasks {
  constructor(
    private readonly database: Database,
    private readonly queues: JobQueues,
  ) {}

  /** Requests the text of a file, even if it was read before. Returns false if this type of file has no text. */
  async request(executor: StatementExecutor, mediaId: number): Promise<boolean> {
    const task = await executor.row(REQUEST, [mediaId]);
    // Someone is waiting for it, so it goes ahead of the files of an import.
    if (task) afterCommit(() => this.#add(task, true));
    return task !== undefined;
  }

  /** Extracts the text of all files again; the worker queues them within a minute. Corrections stay. */
  async requestAll(): Promise<void> {
    await this.database.execute(REQUEST_ALL);
  }

  /** Requests the text of new files, and requeues tasks that the queue has lost or given up on. */
  async resume(): Promise<void> {
    for (const task of await this.database.rows(REQUEST_NEW)) await this.#add(task);
    await this.queues.requeueLost(
      'file-text-read',
      (last) => this.database.rows(RETRY_OVERDUE, [last, OVERDUE_SECONDS]),
      {
        keyOf: ({ media_id }) => media_id,
        jobIdOf: jobId,
        requeue: async ({ media_id, attempt }) => {
          const retried = await this.database.row(RETRY, [media_id, attempt]);
          if (retried) await this.#add(retried);
        },
      },
    );
  }

  #add(task: Task, first = false): Promise<void> {
    return this.queues.add('file-text-read', { ...task }, { id: jobId(task), first });
  }
}
