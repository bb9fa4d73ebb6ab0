import { col, statement } from '../../../database/index.ts';
import { type ChangeSet, restoreRecord } from '../../records/index.ts';
import type { FileLeases } from '../../storage/index.ts';
import { DELETION_OF_TRASHED } from './trash-sql.ts';

const SNAPSHOT = statement(
  'trash-snapshot',
  `select h.before from media_trash t ${DELETION_OF_TRASHED} where t.slug = $1 and t.emptied_at is null for update of t`,
  { before: col.json<unknown>() },
);

/** Restores a media item with its file and links. Returns false if it isn't in the trash. */
export async function restoreTrashed(changes: ChangeSet, leases: FileLeases, slug: string): Promise<boolean> {
  const { executor } = changes;
  const row = await executor.row(SNAPSHOT, [slug]);
  if (!row) return false;
  await restoreRecord(changes, 'media', slug, row.before, (key) => leases.reclaim(executor, key));
  return true;
}
