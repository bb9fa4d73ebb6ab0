import type { ClientBase } from 'pg';
import { completeOperation, type Operation, Superseded } from '../run/operation.ts';
import { countFetches, fetchingStep, type Progress } from './fetch-rows.ts';

/** Percent when all voyages are saved, and when all media are fetched. */
const PROGRESS = { saved: 90, fetched: 99 };

const SAVED = `
  update ingest_operation set saved_at = now(), updated_at = now(), progressed_at = now()
  where id = $1 and attempt = $2 and status = 'running' returning id, attempt`;

const LOCK_OPERATION = `
  select id, attempt, saved_at is not null saved from ingest_operation where id = $1 and status = 'running' for update`;

const SAVE_PROGRESS = `
  update ingest_operation set current_step = $2, progress = greatest(progress, $3), updated_at = now(), progressed_at = now()
  where id = $1`;

const progressOf = ({ finished, all }: Progress) =>
  PROGRESS.saved + Math.floor(((PROGRESS.fetched - PROGRESS.saved) * finished) / Math.max(all, 1));

type LockedOperation = Pick<Operation, 'id' | 'attempt'>;

/** Updates progress, and completes the operation after its last file. Needs the lock on the operation. */
async function show(client: ClientBase, operation: LockedOperation): Promise<boolean> {
  const progress = await countFetches(client, operation.id);
  const fetched = progress.finished === progress.all;
  if (fetched) await completeOperation(client, operation);
  else await client.query(SAVE_PROGRESS, [operation.id, fetchingStep(progress), progressOf(progress)]);
  return fetched;
}

/** Marks all voyages as saved, and completes the operation if it has no media to fetch. Returns whether it did. */
export async function finishSaving(client: ClientBase, { id, attempt }: LockedOperation): Promise<boolean> {
  const { rows } = await client.query<LockedOperation>(SAVED, [id, attempt]);
  if (!rows[0]) throw new Superseded(`Operation ${id} is no longer this attempt's`);
  return show(client, rows[0]);
}

/** Locks a running operation, so that its results are saved one at a time. */
export async function lockOperation(
  client: ClientBase,
  operationId: string,
): Promise<(LockedOperation & { saved: boolean }) | undefined> {
  const { rows } = await client.query<LockedOperation & { saved: boolean }>(LOCK_OPERATION, [operationId]);
  return rows[0];
}

/** Updates the progress of a saved operation, and completes it when no media are left to fetch. */
export async function completeIfFetched(client: ClientBase, operationId: string): Promise<boolean> {
  const operation = await lockOperation(client, operationId);
  return operation?.saved === true && (await show(client, operation));
}
