import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';

const ADD = statement(
  'media-trash-add',
  `insert into media_trash (slug, storage_key, sha256) select slug, storage_key, sha256 from media where id = any($1::int[])
  on conflict (slug) do update set storage_key = excluded.storage_key, sha256 = excluded.sha256, deleted_at = default, emptied_at = null`,
);
const TAKE = statement('media-trash-take', 'delete from media_trash where slug = $1');

const MARK_EMPTIED = statement(
  'media-trash-mark-emptied',
  'update media_trash set emptied_at = now() where emptied_at is null and deleted_at <= $1::timestamptz',
);

const REMOVE_FILES = statement('media-trash-remove-files', 'delete from media_trash where storage_key = any($1)');

const REMOVED = { slug: col.text, storage_key: col.text.nullable() };
const REMOVE = statement(
  'media-trash-remove',
  'delete from media_trash where slug = any($1) returning slug, storage_key',
  REMOVED,
);
const REMOVE_ALL = statement('media-trash-remove-all', 'delete from media_trash returning slug, storage_key', REMOVED);
const REMOVE_DUE = statement(
  'media-trash-remove-due',
  `delete from media_trash where slug in (
     select slug from media_trash
     where emptied_at is not null or deleted_at < now() - make_interval(days => $1::int)
     order by deleted_at, slug limit $2 for update)
   returning slug, storage_key`,
  REMOVED,
);

/** A media item that was permanently removed from the trash. */
export type RemovedFromTrash = RowOf<typeof REMOVED>;

/** Adds media that are about to be deleted to the trash, so that their files are kept. */
export const addToTrash = (executor: StatementExecutor, ids: readonly number[]) => executor.execute(ADD, [ids]);

/** Removes a media item from the trash to restore it. Waits for a deletion in progress. */
export const takeFromTrash = (executor: StatementExecutor, slug: string) => executor.execute(TAKE, [slug]);

/** Marks media that were deleted up to a point in time for removal. Returns their number. */
export const markEmptied = (executor: StatementExecutor, until: string) => executor.execute(MARK_EMPTIED, [until]);

/** Removes media from the trash. The caller schedules the deletion of their files. */
export const removeFromTrash = (executor: StatementExecutor, slugs: readonly string[]) =>
  executor.rows(REMOVE, [slugs]);

/** Removes everything from the trash. The caller schedules the deletion of the files. */
export const removeAllFromTrash = (executor: StatementExecutor) => executor.rows(REMOVE_ALL);

/** Removes media from the trash whose files are deleted by storage key. */
export const removeFilesFromTrash = (executor: StatementExecutor, keys: readonly string[]) =>
  executor.execute(REMOVE_FILES, [keys]);

/** Removes media that were emptied from the trash, or that have been in it for more than `days`; null ignores their age. */
export const removeDueFromTrash = (executor: StatementExecutor, days: number | null, limit: number) =>
  executor.rows(REMOVE_DUE, [days, limit]);
