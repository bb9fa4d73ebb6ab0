import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';

const STARTED = {
  id: col.int,
  slug: col.text,
  storage_key: col.text,
  content_type: col.text.nullable(),
  kind: col.text.as<'tiles' | 'pages'>(),
  /** Storage key of the preview that the file belongs to. */
  version: col.text,
};
/** A media item whose viewer file is missing. */
export type StartedViewerFile = RowOf<typeof STARTED>;

const START = statement(
  'viewer-file-start',
  `select m.id, m.slug, m.storage_key, m.content_type, case when m.content_type = 'application/pdf' or m.page_count > 1 then 'pages' else 'tiles' end kind,
    large.storage_key "version"
  from media m join derivative large on large.media_id = m.id and large.kind = 'large' and large.storage_key = $2
  where m.id = $1 and m.storage_key is not null
    and not exists (select from derivative d where d.media_id = m.id and d.kind in ('tiles', 'pages'))`,
  STARTED,
);
/** Prevents other transactions from replacing the previews or deleting the record until this one ends. */
const LOCK = statement(
  'viewer-file-lock',
  `select 1 from derivative where media_id = $1 and kind = 'large' and storage_key = $2 for key share`,
);
const INSERT = statement(
  'viewer-file-insert',
  `insert into derivative (media_id, kind, state, storage_key, content_type, width, height, size, sha256, page_sizes)
  values ($1, $2, 'ready', $3, $4, $5, $6, $7, $8, $9) on conflict (media_id, kind) do nothing`,
);
const INSERT_FAILED = statement(
  'viewer-file-failed',
  `insert into derivative (media_id, kind, state, error) values ($1, $2, 'failed', $3) on conflict (media_id, kind) do nothing`,
);

interface PageSize {
  width: number;
  height: number;
  zoom: { width: number; height: number };
}

export interface ViewerFileContent {
  width: number;
  height: number;
  /** Sizes of the pages of a document; null for a page that isn't shown. */
  page_sizes: (PageSize | null)[] | null;
}

/** A ZIP archive of pictures. `size` is in bytes. */
interface NewViewerFile extends ViewerFileContent {
  storage_key: string;
  content_type: string;
  size: number;
  sha256: Buffer;
}

/** Returns the media item; undefined if the file exists, or if its previews have been replaced. */
export const startViewerFile = (executor: StatementExecutor, mediaId: number, version: string) =>
  executor.row(START, [mediaId, version]);

/** Saves a viewer file. Returns false if the file exists, or if its previews have been replaced. */
export async function insertViewerFile(
  executor: StatementExecutor,
  media: StartedViewerFile,
  file: NewViewerFile,
): Promise<boolean> {
  if (!(await executor.row(LOCK, [media.id, media.version]))) return false;
  const { storage_key, content_type, width, height, size, sha256, page_sizes } = file;
  const sizes = page_sizes && JSON.stringify(page_sizes);
  const row = [media.id, media.kind, storage_key, content_type, width, height, size, sha256, sizes];
  return (await executor.execute(INSERT, row)) > 0;
}

export async function insertFailedViewerFile(
  executor: StatementExecutor,
  media: StartedViewerFile,
  error: string,
): Promise<void> {
  if (await executor.row(LOCK, [media.id, media.version]))
    await executor.execute(INSERT_FAILED, [media.id, media.kind, error]);
}
