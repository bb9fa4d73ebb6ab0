import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';

export const DERIVATIVE_TASK = {
  media_id: col.int,
  /** Number of times that the task was queued. */
  attempt: col.int,
};
/** The columns of `derivative_task` that the queue needs. */
export type DerivativeTask = RowOf<typeof DERIVATIVE_TASK>;

const STARTED = {
  id: col.int,
  slug: col.text,
  storage_key: col.text.nullable(),
  content_type: col.text.nullable(),
};
/** The media item of a task. */
export type StartedDerivativeTask = RowOf<typeof STARTED>;

const REQUEST = statement(
  'derivatives-request',
  `insert into derivative_task (media_id) values ($1)
  on conflict (media_id) do update set attempt = derivative_task.attempt + 1, updated_at = now()
  returning media_id, attempt`,
  DERIVATIVE_TASK,
);
const RETRY = statement(
  'derivatives-retry',
  `update derivative_task set attempt = attempt + 1, updated_at = now() where media_id = $1 and attempt = $2
  returning media_id, attempt`,
  DERIVATIVE_TASK,
);
const START = statement(
  'derivatives-start',
  `update derivative_task t set updated_at = now() from media m
  where t.media_id = $1 and m.id = t.media_id
  returning m.id, m.slug, m.storage_key, m.content_type`,
  STARTED,
);
const COMPLETE = statement('derivatives-complete', 'delete from derivative_task where media_id = $1');
const DELETE = statement(
  'derivatives-delete',
  'delete from derivative where media_id = $1 and kind <> all($2::text[]) returning storage_key',
  { storage_key: col.text.nullable() },
);
const INSERT = statement(
  'derivatives-ready',
  `insert into derivative (media_id, kind, state, storage_key, content_type, width, height, size, sha256)
  values ($1, $2, 'ready', $3, $4, $5, $6, $7, $8)`,
);
const INSERT_FAILED = statement(
  'derivatives-failed',
  `insert into derivative (media_id, kind, state, error, failure) select $1, kind, 'failed', $3, $4 from unnest($2::text[]) kinds(kind)`,
);
const MARK_DAMAGED = statement(
  'derivatives-mark-damaged',
  `update derivative set error = $3, failure = 'damaged' where media_id = $1 and kind = any($2::text[])`,
);
const REINSERT = statement(
  'media-reinsert-derivatives',
  `insert into derivative
  select d.* from jsonb_array_elements($2::jsonb) element(row),
    jsonb_populate_record(null::derivative, element.row || jsonb_build_object('media_id', $1::int)) d`,
);
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Whether previews of the media item `m` can be rendered. */
const RENDERABLE = `
  m.storage_key is not null and (m.content_type like any ('{image/%,video/%,audio/%}')
    or m.content_type in ('application/pdf', '${DOCX}'))`;
const REQUEST_ALL = statement(
  'derivatives-request-all',
  `insert into derivative_task (media_id, updated_at) select m.id, '-infinity' from media m
  where ${RENDERABLE} and ($1::int[] is null or m.id = any($1)) on conflict do nothing`,
);
/** Requests previews of Word documents that were stored by versions that didn't render them. */
const REQUEST_OLD_DOCUMENTS = statement(
  'derivatives-request-old-documents',
  `insert into derivative_task (media_id, updated_at) select m.id, '-infinity' from media m
  where m.storage_key is not null and m.content_type = '${DOCX}'
    and not exists (select from derivative d where d.media_id = m.id) on conflict do nothing`,
);
/** The worker generates missing derivatives on its next run. */
const REQUEST_MISSING = statement(
  'media-make-derivatives',
  `insert into derivative_task (media_id, updated_at) select m.id, '-infinity' from media m
  where m.id = $1 and ${RENDERABLE}
    and not exists (select from derivative d where d.media_id = m.id)`,
);

/** The Markdown of a Word document. */
export const TEXT = 'text';

/** A rendered derivative; `size` in bytes, `width` and `height` in pixels. */
export interface NewDerivative {
  kind: string;
  storage_key: string;
  content_type: string;
  width: number | null;
  height: number | null;
  size: number;
  sha256: Buffer;
}

/** Requests the derivatives of a media item, even if they were requested before. */
export const requestDerivatives = (executor: StatementExecutor, mediaId: number) => executor.row(REQUEST, [mediaId]);

/** Starts a new attempt of a task. Returns the task for the new job; undefined if the task has changed. */
export const retryDerivatives = (executor: StatementExecutor, { media_id, attempt }: DerivativeTask) =>
  executor.row(RETRY, [media_id, attempt]);

/** Returns the media item of a task; undefined if there is nothing to render. */
export const startDerivatives = (executor: StatementExecutor, mediaId: number) => executor.row(START, [mediaId]);

/**
 * Completes a task and deletes the previous derivatives, except the kinds in `except`. Returns the storage keys of the deleted files;
 * undefined if the task is already complete or the media item was deleted.
 */
export async function completeDerivatives(
  executor: StatementExecutor,
  mediaId: number,
  except: readonly string[] = [],
): Promise<string[] | undefined> {
  if ((await executor.execute(COMPLETE, [mediaId])) === 0) return undefined;
  return deleteDerivatives(executor, mediaId, except);
}

/** Deletes the derivatives of a media item, except the kinds in `except`. Returns the storage keys of their files. */
export async function deleteDerivatives(
  executor: StatementExecutor,
  mediaId: number,
  except: readonly string[] = [],
): Promise<string[]> {
  const deleted = await executor.rows(DELETE, [mediaId, except]);
  return deleted.flatMap(({ storage_key }) => storage_key ?? []);
}

export async function insertDerivatives(
  executor: StatementExecutor,
  mediaId: number,
  rows: readonly NewDerivative[],
): Promise<void> {
  for (const { kind, storage_key, content_type, width, height, size, sha256 } of rows)
    await executor.execute(INSERT, [mediaId, kind, storage_key, content_type, width, height, size, sha256]);
}

export const insertFailedDerivatives = (
  executor: StatementExecutor,
  mediaId: number,
  kinds: readonly string[],
  { message, failure }: { message: string; failure: string },
) => executor.execute(INSERT_FAILED, [mediaId, kinds, message, failure]);

/** Marks the file of complete derivatives as probably damaged. */
export const markDerivativesDamaged = (
  executor: StatementExecutor,
  mediaId: number,
  kinds: readonly string[],
  error: string,
) => executor.execute(MARK_DAMAGED, [mediaId, kinds, error]);

/** Restores the derivatives that still exist, and requests them if there are none. */
export async function reinsertDerivatives(
  executor: StatementExecutor,
  mediaId: number,
  rows: readonly object[],
): Promise<void> {
  await executor.execute(REINSERT, [mediaId, JSON.stringify(rows)]);
  await executor.execute(REQUEST_MISSING, [mediaId]);
}

/** Requests the derivatives of Word documents that never had any. */
export const requestOldDocuments = (executor: StatementExecutor) => executor.execute(REQUEST_OLD_DOCUMENTS);

/** Requests the derivatives of every file that can have them. The worker queues the tasks within a minute. */
export const requestAllDerivatives = (executor: StatementExecutor, media: readonly number[] | null = null) =>
  executor.execute(REQUEST_ALL, [media]);
