import type { ClientBase } from 'pg';
import { completeOperation, type Operation, Superseded } from '../run/operation.ts';
import { countFetches, fetchingStep, type Progress } from './fetch-rows.ts';

/** Percent when all voyages are saved, and when all media are settled. */
const PROGRESS = { saved: 90, fetched: 99 };

const SAVED = `
  update ingest_operation set saved_at = now(), updated_at = now(), progressed_at = now()
  where id = $1 and attempt = $2 and status = 'running' returning id, attempt`;

const HOLD = `
  select id, attempt, saved_at is not null saved from ingest_operation where id = $1 and status = 'running' for update`;

const SHOW = `
  update ingest_operation set current_step = $2, progress = greatest(progress, $3), updated_at = now(), progressed_at = now()
  where id = $1`;

const progressOf = ({ settled, all }: Progress) =>
  PROGRESS.saved + Math.floor(((PROGRESS.fetched - PROGRESS.saved) * settled) / Math.max(all, 1));

type Held = Pick<Operation, 'id' | 'attempt'>;

/** In the transaction that holds the operation's row: says how far the fetching is, and ends the operation with the last file. */
async function show(client: ClientBase, operation: Held): Promise<boolean> {
  const progress = await countFetches(client, operation.id);
  const fetched = progress.settled === progress.all;
  if (fetched) await completeOperation(client, operation);
  else await client.query(SHOW, [operation.id, fetchingStep(progress), progressOf(progress)]);
  return fetched;
}

/** All voyages are saved: ends the operation, or leaves it to who fetches its media. Answers whether it has ended. */
export async function finishSaving(client: ClientBase, { id, attempt }: Held): Promise<boolean> {
  const { rows } = await client.query<Held>(SAVED, [id, attempt]);
  if (!rows[0]) throw new Superseded(`Operation ${id} is no longer this attempt's`);
  return show(client, rows[0]);
}

/** Holds a running operation's row, so that its files are settled one after the other. */
export async function holdOperation(
  client: ClientBase,
  operationId: string,
): Promise<(Held & { saved: boolean }) | undefined> {
  const { rows } = await client.query<Held & { saved: boolean }>(HOLD, [operationId]);
  return rows[0];
}

/** Shows the progress of an operation whose voyages are all saved, and ends it when nothing is left to fetch. */
export async function completeIfFetched(client: ClientBase, operationId: string): Promise<boolean> {
  const operation = await holdOperation(client, operationId);
  return operation?.saved === true && (await show(client, operation));
}
