import { col, statement, type StatementExecutor } from '../../database/index.ts';

const ATTACHED = statement(
  'media-attached',
  `
  select media_id from voyage_media where media_id = any($1::int[])
  union select media_id from album_media where media_id = any($1::int[])`,
  { media_id: col.int },
);

/** Ids of the media items that a voyage or an album uses. */
export async function filterAttached(executor: StatementExecutor, media: readonly number[]): Promise<Set<number>> {
  const rows = await executor.rows(ATTACHED, [media]);
  return new Set(rows.map(({ media_id }) => media_id));
}
