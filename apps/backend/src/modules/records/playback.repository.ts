import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';

/** The kind of derivatives that are converted for browsers. */
export const PLAYBACK = 'playback';

/** Whether a media item `m` with the preview `large` needs a conversion, because it has none or one that is older than the preview. */
export const NEEDS_PLAYBACK = `
  m.playable is false and m.storage_key is not null
  and not exists (
    select from derivative d where d.media_id = m.id and d.kind = '${PLAYBACK}' and d.created_at >= large.created_at)`;

const SOURCE = {
  id: col.int,
  slug: col.text,
  storage_key: col.text,
  content_type: col.text,
  /** Storage key of the large preview, which identifies the version of the file. */
  version: col.text,
};
/** A media item to convert. */
export type PlaybackSource = RowOf<typeof SOURCE>;

const START = statement(
  'playback-start',
  `select m.id, m.slug, m.storage_key, m.content_type, large.storage_key "version"
  from media m join derivative large on large.media_id = m.id and large.kind = 'large' and large.storage_key = $2
  where m.id = $1 and ${NEEDS_PLAYBACK}`,
  SOURCE,
);
/** Prevents other transactions from replacing the previews or deleting the record until this one ends. */
const LOCK = statement(
  'playback-lock',
  `select 1 from derivative where media_id = $1 and kind = 'large' and storage_key = $2 for key share`,
);
const DELETE = statement(
  'playback-delete',
  `delete from derivative where media_id = $1 and kind = '${PLAYBACK}' returning storage_key`,
  { storage_key: col.text.nullable() },
);
const INSERT = statement(
  'playback-insert',
  `insert into derivative (media_id, kind, state, storage_key, content_type, size, sha256, error)
  values ($1, '${PLAYBACK}', $2, $3, $4, $5, $6, $7)`,
);
/** Requests measurements of videos and recordings that earlier versions of the archive stored, or that come from their backups. */
const REQUEST_UNMEASURED = statement(
  'playback-request-unmeasured',
  `insert into derivative_task (media_id, updated_at) select m.id, '-infinity' from media m
  where m.playable is null and m.storage_key is not null and m.content_type like any ('{video/%,audio/%}')
    and not exists (select from derivative d where d.media_id = m.id and d.state = 'failed')
  order by m.id limit 500 on conflict do nothing`,
);

/** A converted file; `size` is in bytes. */
export interface NewPlayback {
  storage_key: string;
  content_type: string;
  size: number;
  sha256: Buffer;
}

/** Returns the media item to convert; undefined if the converted file exists, or if the previews have been replaced since. */
export const startPlayback = (executor: StatementExecutor, mediaId: number, version: string) =>
  executor.row(START, [mediaId, version]);

/**
 * Saves the converted file or the error. Returns the storage keys of the previous file; undefined if the previews have been
 * replaced since.
 */
export async function replacePlayback(
  executor: StatementExecutor,
  { id, version }: PlaybackSource,
  playback: NewPlayback | { error: string },
): Promise<string[] | undefined> {
  if (!(await executor.row(LOCK, [id, version]))) return undefined;
  const previous = await executor.rows(DELETE, [id]);
  const row =
    'error' in playback
      ? ['failed', null, null, null, null, playback.error]
      : ['ready', playback.storage_key, playback.content_type, playback.size, playback.sha256, null];
  await executor.execute(INSERT, [id, ...row]);
  return previous.flatMap(({ storage_key }) => storage_key ?? []);
}

/** Requests the derivatives of videos and recordings that aren’t measured yet. The worker queues them within a minute. */
export const requestUnmeasured = (executor: StatementExecutor) => executor.execute(REQUEST_UNMEASURED);
