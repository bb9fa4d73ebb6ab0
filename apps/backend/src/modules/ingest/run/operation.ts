import type { DocumentFormat } from '@archive/contracts';
import type { ClientBase } from 'pg';
import type { Counts } from '../plan/decision.ts';
import type { Problem } from '../plan/problem.ts';

/** The row of an operation. */
export interface Operation {
  id: string;
  attempt: number;
  filename: string;
  documentKey: string;
  documentSha256: Buffer;
  /** Null until the document is read. */
  format: DocumentFormat | null;
  /** Storage key of the converted text, if there is one. */
  textKey: string | null;
  dryRun: boolean;
  /** The preview that it applies. */
  applies: string | null;
  startedBy: string;
  /** Whether an earlier attempt finished planning. */
  planned: boolean;
  voyagesProcessed: number;
}

/** The operation has ended or another attempt has started. The worker stops. */
export class Superseded extends Error {}

/** Percent after planning, and after all voyages are saved; the rest is for media. */
const PROGRESS = { saving: 10, saved: 90 };

/** "Saving voyages (200 of 500)". */
export const savingStep = (done: number, total: number) => `Saving voyages (${done} of ${total})`;

export function progressOf(done: number, total: number): number {
  return total === 0
    ? PROGRESS.saving
    : PROGRESS.saving + Math.floor(((PROGRESS.saved - PROGRESS.saving) * done) / total);
}

/** Starts an attempt. Undefined when the operation has ended or another attempt is current. */
export async function claimOperation(
  client: ClientBase,
  { operation_id: id, attempt }: { operation_id: string; attempt: number },
): Promise<Operation | undefined> {
  const { rows } = await client.query<Operation>(
    `update ingest_operation set status = 'running', updated_at = now()
     where id = $1 and attempt = $2 and status in ('initializing', 'running')
     returning id, attempt, filename, document_key as "documentKey", document_sha256 as "documentSha256", dry_run as "dryRun",
       format, text_key as "textKey", applies, started_by as "startedBy", planned_at is not null as planned, voyages_processed as "voyagesProcessed"`,
    [id, attempt],
  );
  return rows[0];
}

/** Updates the row, if this attempt is still current. */
async function change(
  client: ClientBase,
  { id, attempt }: Pick<Operation, 'id' | 'attempt'>,
  set: string,
  values: unknown[],
  also = '',
): Promise<void> {
  const { rowCount } = await client.query(
    `update ingest_operation set ${set}, updated_at = now(), progressed_at = now() where id = $1 and attempt = $2 and status = 'running' ${also}`,
    [id, attempt, ...values],
  );
  if (rowCount !== 1) throw new Superseded(`Operation ${id} is no longer this attempt's`);
}

/** Shows the current step. Progress never decreases, even when an operation resumes at an earlier step. */
export async function showStep(
  client: ClientBase,
  operation: Operation,
  step: string,
  progress: number,
): Promise<void> {
  await change(client, operation, 'current_step = $3, progress = greatest(progress, $4)', [step, progress]);
}

export interface PlanSummary {
  counts: Counts;
  problems: readonly Problem[];
  mediaWarnings: number;
  /** Number of voyages to save. */
  total: number;
}

/** Saves the plan and its problems in the current transaction; replaces those of earlier attempts. */
export async function savePlan(client: ClientBase, operation: Operation, plan: PlanSummary): Promise<void> {
  await client.query('delete from ingest_problem where operation_id = $1', [operation.id]);
  await noteProblems(client, operation, plan.problems);
  await change(
    client,
    operation,
    `plan = $3, voyages_total = $4, validation_errors = $5, media_warnings = $6, planned_at = now(),
     current_step = $7, progress = greatest(progress, $8)`,
    [
      plan.counts,
      plan.total,
      plan.problems.filter(({ severity }) => severity === 'error').length,
      plan.mediaWarnings,
      operation.dryRun ? 'Planning' : savingStep(0, plan.total),
      PROGRESS.saving,
    ],
  );
}

export interface Batch {
  from: number;
  to: number;
  total: number;
  counts: Counts;
  problems: readonly Problem[];
}

/** Saves the progress of a batch in its transaction. Throws if the batch was already saved. */
export async function saveBatchProgress(
  client: ClientBase,
  operation: Operation,
  { from, to, total, counts, problems }: Batch,
): Promise<void> {
  await noteProblems(client, operation, problems);
  await change(
    client,
    operation,
    `voyages_processed = $4, current_step = $5, progress = greatest(progress, $6), interruptions = 0,
     validation_errors = validation_errors + $7,
     outcome = (select jsonb_object_agg(key, value::int + (outcome->>key)::int) from jsonb_each_text($8))`,
    [
      from,
      to,
      savingStep(to, total),
      progressOf(to, total),
      problems.filter(({ severity }) => severity === 'error').length,
      counts,
    ],
    'and voyages_processed = $3',
  );
}

const PROBLEMS_AT_ONCE = 1000;

async function noteProblems(client: ClientBase, { id }: Operation, problems: readonly Problem[]): Promise<void> {
  for (let from = 0; from < problems.length; from += PROBLEMS_AT_ONCE) {
    await client.query(
      `insert into ingest_problem (operation_id, ordinal, line, voyage, field, severity, message, suggestion)
       select $1, coalesce((select max(ordinal) from ingest_problem where operation_id = $1), 0) + at,
         line, voyage, field, severity, message, suggestion
       from rows from (jsonb_to_recordset($2::jsonb)
         as (line int, voyage text, field text, severity text, message text, suggestion text)) with ordinality
         as n (line, voyage, field, severity, message, suggestion, at)`,
      [id, JSON.stringify(problems.slice(from, from + PROBLEMS_AT_ONCE))],
    );
  }
}

/** Saves the detected format. */
export const saveFormat = (client: ClientBase, operation: Operation, format: DocumentFormat, textKey: string | null) =>
  change(client, operation, 'format = $3, text_key = $4', [format, textKey]);

/** Completes an operation. Its outcome replaces the plan. */
export async function completeOperation(
  client: ClientBase,
  operation: Pick<Operation, 'id' | 'attempt'>,
): Promise<void> {
  await change(
    client,
    operation,
    `status = 'completed', current_step = 'Done', progress = 100, finished_at = now(),
     plan = case when dry_run then plan else outcome end`,
    [],
  );
}

/** Fails an operation, with a message for the person who started it. */
export async function failOperation(
  client: ClientBase,
  operation: Pick<Operation, 'id' | 'attempt'>,
  message: string,
): Promise<void> {
  await client.query(
    `update ingest_operation set status = 'failed', error_message = $3, finished_at = now(), updated_at = now()
     where id = $1 and attempt = $2 and status in ('initializing', 'running')`,
    [operation.id, operation.attempt, message],
  );
}
