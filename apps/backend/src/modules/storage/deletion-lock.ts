import { col, statement, type StatementExecutor } from '../../database/index.ts';

/** Advisory lock that file deletions share and that a backup holds exclusively, so that no file of the backed-up records disappears. */
export const FILE_DELETION_LOCK = 0x5e900b;

const SHARE = statement(
  'storage-deletion-share',
  `select pg_try_advisory_xact_lock_shared(${FILE_DELETION_LOCK}) as shared`,
  { shared: col.bool },
);

/** Whether files may be deleted in this transaction. While a backup runs, they may not, and deletions are postponed. */
export const mayDeleteFiles = async (executor: StatementExecutor): Promise<boolean> =>
  (await executor.row(SHARE))?.shared === true;
