import type { DocumentFormat, FoundReading, IngestColumn, StaleReason, TableReading } from '@archive/contracts';
import { col, type RowOf, type Statement, statement, type StatementExecutor } from '../../../database/index.ts';
import type { Counts } from '../plan/decision.ts';
import type { ItemConflict } from '../plan/item.ts';
import type { Problem } from '../plan/problem.ts';
import type { StaleItems } from './stale-items.ts';
import type { Removal } from '../plan/removals.ts';

const OPERATION = {
  id: col.uuid,
  attempt: col.int,
  filename: col.text,
  documentKey: col.text,
  documentSha256: col.bytes,
  /** Null until the document is read. */
  format: col.text.as<DocumentFormat>().nullable(),
  /** Storage key of the converted text, if there is one. */
  textKey: col.text.nullable(),
  dryRun: col.bool,
  /** Whether empty fields of the document clear the fields of the archive. */
  clearEmpty: col.bool,
  /** Whether the curator confirmed the removals of an import without a preview, and its new voyages on days that already have one. */
  confirmedRemovals: col.bool,
  confirmedSameDay: col.bool,
  /** Whether an import without a preview imports names that need review, instead of waiting as a preview. */
  confirmedNames: col.bool,
  /** The preview that the import applies. */
  applies: col.uuid.nullable(),
  /** Reasons by ordinal for voyages that changed after that preview. */
  staleVoyages: col.json<Record<string, StaleReason>>(),
  /** The preview that this preview replaces. */
  refreshes: col.uuid.nullable(),
  startedBy: col.text,
  /** The columns of a table; null for other formats, and until the table is read. */
  columns: col.json<IngestColumn[]>().nullable(),
  /** The lines at which voyages begin, where marks say it; null for other documents. */
  marks: col.json<number[]>().nullable(),
  /** How the cells of a table were chosen to be read, and how they are read where nothing was chosen. */
  reading: col.json<TableReading>().nullable(),
  found: col.json<FoundReading>().nullable(),
  /** Whether a preview waits until someone has checked the columns. */
  askColumns: col.bool,
  /** Number of times that curators made decisions about the document's names. */
  decisionCount: col.int,
  /** The choices that were made in conflicts before a preview is planned again. */
  choices: col.json<{ voyage_id: number; conflicts: ItemConflict[] }[]>().nullable(),
  /** Whether an earlier attempt finished planning. */
  planned: col.bool,
  voyagesProcessed: col.int,
  large: col.bool,
};
/** The row of an operation. */
export type Operation = RowOf<typeof OPERATION>;

const CLAIM = statement(
  'ingest-claim',
  `update ingest_operation set status = 'running', updated_at = now()
  where id = $1 and attempt = $2 and status in ('initializing', 'running')
  returning id, attempt, filename, document_key as "documentKey", document_sha256 as "documentSha256", dry_run as "dryRun",
    clear_empty as "clearEmpty", confirmed_removals as "confirmedRemovals", confirmed_same_day as "confirmedSameDay", confirmed_names as "confirmedNames",
    format, text_key as "textKey", applies, stale_voyages as "staleVoyages", refreshes,
    started_by as "startedBy", columns, marks -> 'lines' as marks, reading, found_reading as found, ask_columns as "askColumns", decision_count as "decisionCount", choices,
    planned_at is not null as planned, voyages_processed as "voyagesProcessed", large`,
  OPERATION,
);

/** Updates the row of a running operation, if the attempt is still current. $1 the operation, $2 the attempt. */
const change = (name: string, set: string, also = '') =>
  statement(
    `ingest.${name}`,
    `update ingest_operation set ${set}, updated_at = now(), progressed_at = now()
    where id = $1 and attempt = $2 and status = 'running' ${also}`,
  );

const SHOW_STEP = change('show-step', 'current_step = $3, progress = greatest(progress, $4)');
const SAVE_PLAN = change(
  'save-plan',
  `plan = $3, voyages_total = $4, validation_errors = $5, media_warnings = $6, planned_at = now(),
    current_step = $7, progress = greatest(progress, $8), stale_voyages = $9, removals = $10, empty_ignored = $11,
    same_day = $12`,
);
const SAVE_BATCH = change(
  'save-batch',
  `voyages_processed = $4, current_step = $5, progress = greatest(progress, $6), interruptions = 0,
    validation_errors = validation_errors + $7,
    outcome = (select jsonb_object_agg(key, value::int + (outcome->>key)::int) from jsonb_each_text($8))`,
  'and voyages_processed = $3',
);
const SAVE_COLUMNS = change(
  'save-columns',
  'columns = $3, columns_chosen_by = coalesce($4, columns_chosen_by), reading = $5, found_reading = $6',
);
const SAVE_MARKS = change('save-marks', `marks = jsonb_build_object('version', 1, 'lines', $3::jsonb)`);
const REQUIRE_COLUMNS = change(
  'require-columns',
  `status = 'completed', current_step = 'Waiting for the columns', progress = 100, finished_at = now(), needs_columns = true`,
);
const REQUIRE_NAMES = change('require-names', 'dry_run = true, needs_names = true', 'and planned_at is null');
const SAVE_FORMAT = change('save-format', 'format = $3, text_key = $4');
const COMPLETE = change(
  'complete',
  `status = 'completed', current_step = 'Done', progress = 100, finished_at = now(),
    plan = case when dry_run then plan else outcome end`,
);
/** Doesn't complete the preview if a curator has made a decision about a name since it was planned. */
const COMPLETE_PREVIEW = change(
  'complete-preview',
  `status = 'completed', current_step = 'Done', progress = 100, finished_at = now()`,
  'and decision_count = $3',
);
const IS_CURRENT = statement(
  'ingest-is-current',
  `select true as current from ingest_operation where id = $1 and attempt = $2 and status = 'running'`,
  { current: col.bool },
);
const FAIL = statement(
  'ingest-fail',
  `update ingest_operation set status = 'failed', error_message = $3, finished_at = now(), updated_at = now()
  where id = $1 and attempt = $2 and status in ('initializing', 'running')`,
);

const DELETE_PROBLEMS = statement('ingest-problems-delete', 'delete from ingest_problem where operation_id = $1');
const ADD_PROBLEMS = statement(
  'ingest-problems-add',
  `insert into ingest_problem (operation_id, ordinal, line, voyage, field, severity, message, suggestion)
  select $1, coalesce((select max(ordinal) from ingest_problem where operation_id = $1), 0) + at,
    line, voyage, field, severity, message, suggestion
  from rows from (jsonb_to_recordset($2::jsonb)
    as (line int, voyage text, field text, severity text, message text, suggestion text)) with ordinality
    as n (line, voyage, field, severity, message, suggestion, at)`,
);

/** The operation has ended or another attempt has started, so the worker must stop. */
export class SupersededError extends Error {}

/** Progress in percent after planning, and after all voyages are saved. The rest is for media. */
const PROGRESS = { saving: 10, saved: 90 };

/** Returns for example "Saving voyages (200 of 500)". */
export const savingStep = (done: number, total: number) => `Saving voyages (${done} of ${total})`;

export function progressOf(done: number, total: number): number {
  return total === 0
    ? PROGRESS.saving
    : PROGRESS.saving + Math.floor(((PROGRESS.saved - PROGRESS.saving) * done) / total);
}

/** Starts an attempt; undefined if the operation has ended or another attempt is current. */
export const claimOperation = (
  executor: StatementExecutor,
  { operation_id: id, attempt }: { operation_id: string; attempt: number },
): Promise<Operation | undefined> => executor.row(CLAIM, [id, attempt]);

type Attempt = Pick<Operation, 'id' | 'attempt'>;

/** @throws SupersededError if this attempt is no longer current */
async function apply(
  executor: StatementExecutor,
  changing: Statement,
  { id, attempt }: Attempt,
  values: readonly unknown[] = [],
): Promise<void> {
  if ((await executor.execute(changing, [id, attempt, ...values])) === 1) return;
  throw new SupersededError(`Operation ${id} is owned by a newer attempt`);
}

/** Shows the current step. Progress never decreases, even when an operation resumes at an earlier step. */
export const showStep = (
  executor: StatementExecutor,
  operation: Operation,
  step: string,
  progress: number,
): Promise<void> => apply(executor, SHOW_STEP, operation, [step, progress]);

export interface PlanSummary {
  counts: Counts;
  problems: readonly Problem[];
  mediaWarnings: number;
  removals: readonly Removal[];
  emptyIgnored: number;
  sameDay: readonly Problem[];
  /** Number of voyages to save. */
  total: number;
  staleItems: StaleItems;
}

/** Saves the plan and its problems in the current transaction. Replaces the problems of earlier attempts. */
export async function savePlan(executor: StatementExecutor, operation: Operation, plan: PlanSummary): Promise<void> {
  await executor.execute(DELETE_PROBLEMS, [operation.id]);
  await addProblems(executor, operation, plan.problems);
  await apply(executor, SAVE_PLAN, operation, [
    plan.counts,
    plan.total,
    plan.problems.filter(({ severity }) => severity === 'error').length,
    plan.mediaWarnings,
    operation.dryRun ? 'Planning' : savingStep(0, plan.total),
    PROGRESS.saving,
    Object.fromEntries(plan.staleItems),
    JSON.stringify(plan.removals),
    plan.emptyIgnored,
    plan.sameDay.length,
  ]);
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
  executor: StatementExecutor,
  operation: Operation,
  { from, to, total, counts, problems }: Batch,
): Promise<void> {
  await addProblems(executor, operation, problems);
  await apply(executor, SAVE_BATCH, operation, [
    from,
    to,
    savingStep(to, total),
    progressOf(to, total),
    problems.filter(({ severity }) => severity === 'error').length,
    counts,
  ]);
}

const PROBLEMS_AT_ONCE = 1000;

async function addProblems(
  executor: StatementExecutor,
  { id }: Operation,
  problems: readonly Problem[],
): Promise<void> {
  for (let from = 0; from < problems.length; from += PROBLEMS_AT_ONCE)
    await executor.execute(ADD_PROBLEMS, [id, JSON.stringify(problems.slice(from, from + PROBLEMS_AT_ONCE))]);
}

/** Saves the detected format. */
export const saveFormat = (
  executor: StatementExecutor,
  operation: Operation,
  format: DocumentFormat,
  textKey: string | null,
): Promise<void> => apply(executor, SAVE_FORMAT, operation, [format, textKey]);

export interface SavedTable {
  columns: readonly IngestColumn[];
  /** Who chose the fields in an earlier import. */
  chosenBy: string | null;
  reading: TableReading;
  found: FoundReading;
}

/** Saves the columns of a table with the field that each one fills, and how its cells are read. */
export const saveColumns = (
  executor: StatementExecutor,
  operation: Operation,
  { columns, chosenBy, reading, found }: SavedTable,
): Promise<void> => apply(executor, SAVE_COLUMNS, operation, [JSON.stringify(columns), chosenBy, reading, found]);

/** Saves the lines at which voyages probably begin. */
export const saveMarks = (executor: StatementExecutor, operation: Operation, marks: readonly number[]): Promise<void> =>
  apply(executor, SAVE_MARKS, operation, [JSON.stringify(marks)]);

/** Ends a preview without a plan, until someone has checked the columns of its table. */
export const requireColumns = (executor: StatementExecutor, operation: Attempt): Promise<void> =>
  apply(executor, REQUIRE_COLUMNS, operation);

/** Makes an import a preview that waits until its names are reviewed. */
export const requireNames = (executor: StatementExecutor, operation: Attempt): Promise<void> =>
  apply(executor, REQUIRE_NAMES, operation);

/** Completes an operation. Its outcome replaces the plan. */
export const completeOperation = (executor: StatementExecutor, operation: Attempt): Promise<void> =>
  apply(executor, COMPLETE, operation);

/**
 * Completes a preview. Returns false if curators have made decisions about names since it was planned, so that it must be planned again.
 */
export async function completePreview(
  executor: StatementExecutor,
  { id, attempt }: Attempt,
  decisionCount: number,
): Promise<boolean> {
  if ((await executor.execute(COMPLETE_PREVIEW, [id, attempt, decisionCount])) === 1) return true;
  if (await executor.row(IS_CURRENT, [id, attempt])) return false;
  throw new SupersededError(`Operation ${id} is no longer this attempt’s`);
}

/** Fails an operation, with a message for the person who started it. */
export async function failOperation(
  executor: StatementExecutor,
  { id, attempt }: Attempt,
  message: string,
): Promise<void> {
  await executor.execute(FAIL, [id, attempt, message]);
}
