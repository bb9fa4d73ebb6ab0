import { col, statement, type StatementExecutor } from '../../database/index.ts';

const ATTACHED = statement(
  'media-attached',
  `
  select media_id from voyage_media where media_id = any($1::int[])
  union select e.media_id from album_media e join album a on a.id = e.album_id
    where e.media_id = any($1::int[]) and a.voyage_id is not null`,
  { media_id: col.int },
);

/** Returns the ids of those media items that a voyage uses, directly or in an album. */
export async function filterAttached(executor: StatementExecutor, media: readonly number[]): Promise<Set<number>> {
  const rows = await executor.rows(ATTACHED, [media]);
  return new Set(rows.map(({ media_id }) => media_id));
}
