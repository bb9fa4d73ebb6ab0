import type { DocumentFormat } from '@archive/contracts';
import type { ClientBase } from 'pg';
import type { Counts } from '../plan/decision.ts';
import type { Problem } from '../plan/problem.ts';

/** A run of the ingest as its row says. */
export interface Operation {
  id: string;
  attempt: number;
  filename: string;
  documentKey: string;
  documentSha256: Buffer;
  /** Null until it has been looked at. */
  format: DocumentFormat | null;
  /** Where its text lies, when that is not the document itself. */
  textKey: string | null;
  dryRun: boolean;
  /** The dry run that it applies. */
  applies: string | null;
  startedBy: string;
  /** Planned before, by a worker that did not come to the end. */
  planned: boolean;
  voyagesProcessed: number;
}

/** The operation has ended, or another attempt of it has begun: whoever finds out stops. */
export class Superseded extends Error {}

/** Percent when all is planned, and when all voyages are saved; what is left is for their media. */
const PROGRESS = { saving: 10, saved: 90 };

/** "Saving voyages (200 of 500)". */
export const savingStep = (done: number, total: number) => `Saving voyages (${done} of ${total})`;

export function progressOf(done: number, total: number): number {
  return total === 0
    ? PROGRESS.saving
    : PROGRESS.saving + Math.floor(((PROGRESS.saved - PROGRESS.saving) * done) / total);
}

/** Takes an operation up. Undefined when it has ended, or when this attempt is not the one that counts. */
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

/** One change of the operation's row, as long as this attempt is the one that counts. */
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

/** Says what is being done. Progress never goes down, though an operation may be taken up from an earlier step. */
export async function showStep(
  client: ClientBase,
  operation: Operation,
  step: string,
  progress: number,
): Promise<void> {
  await change(client, operation, 'current_step = $3, progress = greatest(progress, $4)', [step, progress]);
}

export interface Planned {
  counts: Counts;
  problems: readonly Problem[];
  mediaWarnings: number;
  /** Voyages to save. */
  total: number;
}

/** Notes the plan and its problems, in the transaction that the connection is in; those of an earlier try are replaced. */
export async function notePlan(client: ClientBase, operation: Operation, plan: Planned): Promise<void> {
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

/** Counts a batch in its own transaction. Twice for the same voyages cannot be: the second time nothing fits and it throws. */
export async function noteBatch(
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

/** Notes what the document has turned out to be. */
export const noteFormat = (client: ClientBase, operation: Operation, format: DocumentFormat, textKey: string | null) =>
  change(client, operation, 'format = $3, text_key = $4', [format, textKey]);

/** Ends an operation well. What was planned gives way to what has been done. */
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

/** Ends an operation that cannot go on, with a sentence for the person who started it. */
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
