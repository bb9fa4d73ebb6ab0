import type {
  IngestColumn,
  IngestName,
  IngestOperation,
  ingestOperations,
  NameDecision,
  TableReading,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type OperationInput, Problem } from '../../../common/index.ts';
import { afterCommit, col, Database, statement, type StatementExecutor } from '../../../database/index.ts';
import { IngestQueries, ingestNotFound } from '../ingest-queries.ts';
import { rememberColumns } from '../operation/columns.ts';
import { rememberDecisions } from '../operation/decisions.ts';
import { IngestJobs } from '../operation/ingest-jobs.ts';
import type { DecidedName, NameDecisions } from '../plan/name-decisions.ts';

const LOCK = statement(
  'ingest-decide-lock',
  `
  select o.dry_run, o.status, o.details_deleted_at is not null as expired, o.decisions, o.columns, o.columns_chosen_by as "chosenBy", o.reading, exists (select from ingest_operation a where a.applies = o.id) as applied
  from ingest_operation o where o.id = $1 for update`,
  {
    dry_run: col.bool,
    status: col.text,
    expired: col.bool,
    decisions: col.json<NameDecisions>(),
    columns: col.json<IngestColumn[]>().nullable(),
    chosenBy: col.text.nullable(),
    reading: col.json<TableReading>().nullable(),
    applied: col.bool,
  },
);

const KINDS = statement(
  'ingest-decide-kinds',
  'select key, kind, written from ingest_name where operation_id = $1 and key = any($2)',
  { key: col.text, kind: col.text.as<IngestName['kind']>(), written: col.text },
);

const PEOPLE = statement(
  'ingest-decide-people',
  `
  select p.slug, exists (select from president o where o.person_id = p.id) as owner
  from person p where p.slug = any($1)`,
  { slug: col.text, owner: col.bool },
);

/** A completed preview is planned again in a new attempt. A preview that is still being planned detects the change when it completes. */
const DECIDE = statement(
  'ingest-decide',
  `
  update ingest_operation o set decisions = coalesce($2, decisions), columns = $3, columns_chosen_by = $4, reading = $5,
    format = case when $6 then null else format end, text_key = case when $6 then null else text_key end, needs_columns = false,
    ask_columns = $7,
    decision_count = decision_count + 1, approved_by = null, prepared_by = prepared_by || $8::text, updated_at = now(),
    choices = case when status = 'completed' then (
      select coalesce(jsonb_agg(jsonb_build_object('voyage_id', i.voyage_id, 'conflicts', i.conflicts)), '[]')
      from ingest_item i where i.operation_id = o.id and i.voyage_id is not null and i.conflicts <> '[]') else choices end,
    attempt = case when finished_at is not null then attempt + 1 else attempt end,
    interruptions = 0,
    progressed_at = now(),
    planned_at = case when finished_at is not null then null else planned_at end,
    finished_at = null,
    error_message = null,
    cancelled = false,
    current_step = case when finished_at is not null then 'Waiting' else current_step end,
    status = case when finished_at is not null then 'initializing' else status end
  where id = $1 returning attempt`,
  { attempt: col.int },
);

export interface NameDecisionUpdate {
  key: string;
  decision: NameDecision | null;
}

const ALLOWED: Record<IngestName['kind'], readonly NameDecision['kind'][]> = {
  person: ['person', 'new', 'split', 'text'],
  owner: ['person', 'new', 'text'],
  group: ['split', 'text'],
  proposed_owner: ['person', 'text'],
};

/** Saves decisions about the names or columns of a preview, and starts to plan it again. */
@Injectable()
export class NameResolver {
  readonly #database: Database;
  readonly #queries: IngestQueries;
  readonly #jobs: IngestJobs;

  constructor(database: Database, queries: IngestQueries, jobs: IngestJobs) {
    this.#database = database;
    this.#queries = queries;
    this.#jobs = jobs;
  }

  /**
   * Decisions apply to the whole document and are saved for later imports.
   * @throws Problem 409 unless it is a preview that can be applied, and for names that it doesn't have
   */
  async decide(id: string, updates: readonly NameDecisionUpdate[], username: string): Promise<IngestOperation> {
    await this.#jobs.checkQueue();
    await this.#database.transaction(async (executor) => {
      const operation = await executor.row(LOCK, [id]);
      if (!operation) throw ingestNotFound();
      if (!operation.dry_run) throw new Problem(409, 'Names can be confirmed in a preview only.');
      if (operation.applied) throw new Problem(409, 'This document was already imported.');
      if (operation.status === 'failed') throw new Problem(409, 'This preview failed. Preview the document again.');
      await rejectUnknown(executor, id, updates);
      const decisions = { ...operation.decisions };
      for (const { key, decision } of updates) {
        if (decision) decisions[key] = { decision, earlier: false, by: username } satisfies DecidedName;
        else delete decisions[key];
      }
      await rememberDecisions(executor, id, updates, username);
      const row = await executor.row(DECIDE, [
        id,
        decisions,
        operation.columns && JSON.stringify(operation.columns),
        operation.chosenBy,
        operation.reading,
        false,
        false,
        username,
      ]);
      if (row && operation.status === 'completed') afterCommit(() => this.#jobs.add(id, row.attempt));
    });
    return this.#queries.operation(id);
  }

  /**
   * Chooses the field that each column of a table fills and how its cells are read; null restores the fields that the headings mean. The choice is saved for later
   * tables with the same headings.
   * @throws Problem 409 unless it is a finished preview of a table, and if no column has the start dates
   */
  async mapColumns(
    id: string,
    {
      columns: chosenColumns,
      reading: chosenReading,
      remember,
    }: OperationInput<typeof ingestOperations.mapColumns>['body'],
    username: string,
  ): Promise<IngestOperation> {
    await this.#jobs.checkQueue();
    await this.#database.transaction(async (executor) => {
      const operation = await executor.row(LOCK, [id]);
      if (!operation) throw ingestNotFound();
      const { columns, dry_run, applied, status, expired } = operation;
      if (!dry_run || applied)
        throw new Problem(409, 'Columns can be changed only in a preview, before it is imported.');
      if (expired)
        throw new Problem(409, 'This preview is more than 90 days old. Import the document again for a new one.');
      // Failed previews are allowed: if no voyage was found in a table, another column may have the dates.
      if (status !== 'completed' && status !== 'failed')
        throw new Problem(409, 'This preview hasn’t finished yet. Try again in a moment.');
      if (!columns) throw new Problem(409, 'This document isn’t a table.');
      const mapped = chosenColumns && mappedAs(columns, chosenColumns);
      const reading = chosenReading ?? operation.reading;
      const isOtherSheet = (reading?.sheet ?? null) !== (operation.reading?.sheet ?? null);
      const isOtherText = isOtherSheet || reading?.encoding !== operation.reading?.encoding;
      if (!isOtherSheet && remember)
        await rememberColumns(executor, columns, chosenColumns && { columns: chosenColumns, reading }, username);
      // Another sheet has other columns, which someone has to check first.
      const values = isOtherSheet
        ? [id, null, null, null, reading, isOtherText, true, username]
        : [id, null, mapped && JSON.stringify(mapped), null, chosenColumns && reading, isOtherText, false, username];
      const row = await executor.row(DECIDE, values);
      if (row) afterCommit(() => this.#jobs.add(id, row.attempt));
    });
    return this.#queries.operation(id);
  }
}

function mappedAs(columns: readonly IngestColumn[], chosenColumns: readonly IngestColumn['column'][]): IngestColumn[] {
  if (columns.length !== chosenColumns.length) throw new Problem(409, 'The table has other columns. Reload the page.');
  const mapped = columns.map((column, index) => ({ ...column, column: chosenColumns[index] ?? null }));
  const fields = mapped.filter(({ column }) => column !== null && column !== 'leave_out');
  if (!chosenColumns.includes('start_date')) throw new Problem(409, 'Choose a column for the start date.');
  for (const [index, { name, column }] of fields.entries()) {
    const other = fields.slice(0, index).find((field) => field.column === column);
    if (other)
      throw new Problem(
        409,
        `“${other.name}” and “${name}” have the same field. Choose another field for one of them.`,
      );
  }
  return mapped;
}

async function rejectUnknown(
  executor: StatementExecutor,
  id: string,
  decisions: readonly NameDecisionUpdate[],
): Promise<void> {
  const keys = decisions.map(({ key }) => key);
  const names = new Map((await executor.rows(KINDS, [id, keys])).map((name) => [name.key, name]));
  const slugs = decisions.flatMap(({ decision }) => (decision?.kind === 'person' ? [decision.person_slug] : []));
  const people = new Map((await executor.rows(PEOPLE, [slugs])).map(({ slug, owner }) => [slug, owner]));
  for (const { key, decision } of decisions) {
    if (!decision) continue;
    const name = names.get(key);
    if (!name) throw new Problem(409, 'This name isn’t in the preview anymore. Reload to see its current names.');
    if (!ALLOWED[name.kind].includes(decision.kind))
      throw new Problem(409, `“${name.written}” can’t be decided in this way.`);
    if (decision.kind !== 'person') continue;
    if (!people.has(decision.person_slug)) throw new Problem(409, 'This person isn’t in the archive anymore.');
    if (name.kind.endsWith('owner') && !people.get(decision.person_slug))
      throw new Problem(409, 'Choose a president or owner.');
  }
}
