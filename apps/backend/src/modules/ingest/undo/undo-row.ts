import { col, statement, type StatementExecutor } from '../../../database/index.ts';

/** Identifies an attempt. Jobs of earlier attempts do nothing. */
export interface UndoAttempt {
  id: string;
  attempt: number;
}

const REQUEST = statement(
  'ingest-undo-request',
  `
  update ingest_operation set undo_by = $2, undo_progress = 0, attempt = attempt + 1, interruptions = 0,
    updated_at = now(), progressed_at = now()
  where id = $1 returning attempt`,
  { attempt: col.int },
);

/** Requests an undo. Returns the attempt to queue. */
export async function requestUndo(executor: StatementExecutor, id: string, username: string): Promise<number> {
  const row = await executor.row(REQUEST, [id, username]);
  if (!row) throw new Error('The operation does not exist');
  return row.attempt;
}

const CLAIM = statement(
  'ingest-undo-claim',
  `
  update ingest_operation set updated_at = now(), undo_progress = 0 where id = $1 and attempt = $2 and undo_by is not null
  returning undo_by as "changedBy"`,
  { changedBy: col.text },
);

/** Starts an undo; undefined if none was requested or another attempt is current. */
export const claimUndo = (executor: StatementExecutor, { id, attempt }: UndoAttempt) =>
  executor.row(CLAIM, [id, attempt]);

const SAVE_PROGRESS = statement(
  'ingest-undo-progress',
  `
  update ingest_operation set undo_progress = greatest(undo_progress, $3), updated_at = now(), progressed_at = now()
  where id = $1 and attempt = $2 and undo_by is not null`,
);

/** Returns whether this attempt is still current. */
export const saveUndoProgress = async (executor: StatementExecutor, { id, attempt }: UndoAttempt, percent: number) =>
  (await executor.execute(SAVE_PROGRESS, [id, attempt, percent])) === 1;

const MARK_UNDONE = statement(
  'ingest-undo-done',
  `
  update ingest_operation set undone_at = now(), undo_by = null, undo_progress = null, updated_at = now()
  where id = $1 and attempt = $2 and undo_by is not null`,
);

/** Returns whether this attempt was still current. If not, the transaction must be rolled back. */
export const completeUndo = async (executor: StatementExecutor, { id, attempt }: UndoAttempt) =>
  (await executor.execute(MARK_UNDONE, [id, attempt])) === 1;

const CANCEL = statement(
  'ingest-undo-cancel',
  'update ingest_operation set undo_by = null, undo_progress = null, updated_at = now() where id = $1',
);

/** Cancels the undo. The import is kept. */
export const cancelUndo = (executor: StatementExecutor, id: string) => executor.execute(CANCEL, [id]);
