import { col, statement, type StatementExecutor } from '../../database/index.ts';

/** Advisory lock that deletions of files share and a backup holds alone, so that no file of its records disappears. */
export const FILE_DELETION_LOCK = 0x5e900b;

const SHARE = statement(
  'storage-deletion-share',
  `select pg_try_advisory_xact_lock_shared(${FILE_DELETION_LOCK}) as shared`,
  { shared: col.bool },
);

/** Whether files may be deleted in this transaction. Not while a backup runs; the deletion is then due later. */
export const mayDeleteFiles = async (executor: StatementExecutor): Promise<boolean> =>
  (await executor.row(SHARE))?.shared === true;
