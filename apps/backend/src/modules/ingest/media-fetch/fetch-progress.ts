import { col, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { completeOperation, SupersededError } from '../operation/operation.ts';
import { countFetches, fetchingStep, type Progress } from './fetch-rows.ts';

/** Progress in percent when all voyages are saved, and when all media are fetched. */
const PROGRESS = { saved: 90, fetched: 99 };

const ATTEMPT = { id: col.uuid, attempt: col.int };

const MARK_SAVED = statement(
  'media-fetch-saved',
  `
  update ingest_operation set saved_at = now(), updated_at = now(), progressed_at = now()
  where id = $1 and attempt = $2 and status = 'running' returning id, attempt`,
  ATTEMPT,
);

const LOCKED = { ...ATTEMPT, saved: col.bool };

const LOCK_OPERATION = statement(
  'media-fetch-lock-operation',
  `
  select id, attempt, saved_at is not null saved from ingest_operation where id = $1 and status = 'running' for update`,
  LOCKED,
);

const SAVE_PROGRESS = statement(
  'media-fetch-progress',
  `
  update ingest_operation set current_step = $2, progress = greatest(progress, $3), updated_at = now(), progressed_at = now()
  where id = $1`,
);

const progressOf = ({ finished, total }: Progress) =>
  PROGRESS.saved + Math.floor(((PROGRESS.fetched - PROGRESS.saved) * finished) / Math.max(total, 1));

type Attempt = RowOf<typeof ATTEMPT>;

/** Updates progress, and completes the operation after its last file. The caller must have locked the operation. */
async function updateProgress(executor: StatementExecutor, operation: Attempt): Promise<boolean> {
  const progress = await countFetches(executor, operation.id);
  const isFetched = progress.finished === progress.total;
  if (isFetched) await completeOperation(executor, operation);
  else await executor.execute(SAVE_PROGRESS, [operation.id, fetchingStep(progress), progressOf(progress)]);
  return isFetched;
}

/** Marks all voyages as saved, and completes the operation if it has no media to fetch. Returns whether it did. */
export async function finishSaving(executor: StatementExecutor, { id, attempt }: Attempt): Promise<boolean> {
  const operation = await executor.row(MARK_SAVED, [id, attempt]);
  if (!operation) throw new SupersededError(`Operation ${id} is owned by a newer attempt`);
  return updateProgress(executor, operation);
}

/** Locks a running operation, so that its results are saved one at a time. */
export const lockOperation = (
  executor: StatementExecutor,
  operationId: string,
): Promise<RowOf<typeof LOCKED> | undefined> => executor.row(LOCK_OPERATION, [operationId]);

/** Updates the progress of a saved operation, and completes it when no media are left to fetch. */
export async function completeIfFetched(executor: StatementExecutor, operationId: string): Promise<boolean> {
  const operation = await lockOperation(executor, operationId);
  return operation?.saved === true && (await updateProgress(executor, operation));
}
