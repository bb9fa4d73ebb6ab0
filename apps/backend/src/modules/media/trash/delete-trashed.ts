import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import type { RemovedFromTrash } from '../../records/index.ts';
import type { FileLeases } from '../../storage/index.ts';
import { DELETION_OF_TRASHED } from './trash-sql.ts';

const DERIVATIVES = statement(
  'trash-derivatives',
  `select d ->> 'storage_key' storage_key
   from unnest($1::text[]) t(slug) ${DELETION_OF_TRASHED}, jsonb_array_elements(h.before #> '{keys,derivatives}') d
   where d ->> 'storage_key' is not null`,
  { storage_key: col.text },
);

/** Schedules the deletion of the files and previews of media that left the trash. After that they can't be restored. */
export async function deleteFilesOfTrashed(
  executor: StatementExecutor,
  leases: FileLeases,
  removed: readonly RemovedFromTrash[],
): Promise<void> {
  const derivatives = await executor.rows(DERIVATIVES, [removed.map(({ slug }) => slug)]);
  const keys = [...removed, ...derivatives].flatMap(({ storage_key }) => storage_key ?? []);
  await leases.scheduleDeletion(executor, keys);
}
