import { text as textFrom } from 'node:stream/consumers';
import {
  CSV_COLUMNS,
  type DocumentFormat,
  type FoundReading,
  type IngestDocument,
  type IngestItem,
  type IngestName,
  type IngestOperation,
  type IngestProblem,
  type IngestReport,
  type IngestRow,
  type IngestStatus,
  type ingestOperations,
  NAME_FILTERS,
  type NameFilter,
  type TableReading,
} from '@archive/contracts';
import { rowOfEntry, unescapeFormula, type VoyageEntry } from '@archive/voyage-document';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { notFound, type OperationInput, type Page, page, Problem } from '../../common/index.ts';
import { col, type ColumnsOf, Database, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import { Storage } from '../storage/index.ts';
import { readSamples } from './formats/table.ts';
import { OPERATION, OPERATION_COLUMNS, PREPARED_BY } from './operation/operation-columns.ts';
import { staleVoyages } from './operation/stale-items.ts';
import { approvalNeeded } from './plan/approval.ts';
import { decidedCard, type StoredCard } from './plan/card.ts';
import { removalWarning } from './plan/removals.ts';

const NEWEST = 50;

const OPEN_CONFLICTS = `(
  select count(*) from ingest_item i cross join jsonb_array_elements(i.conflicts) c
  where i.operation_id = o.id and i.action = 'conflict' and c ->> 'choice' is null)`;

const ITEM_COLUMNS = `
  i.ordinal, i.action, i.voyage_slug, i.title, i.start_date, i.line, i.end_line, i.changes,
  (select coalesce(jsonb_agg(c - 'values' order by at), '[]') from jsonb_array_elements(i.conflicts) with ordinality e (c, at)) as conflicts, i.card`;

const ITEM = {
  ordinal: col.int,
  action: col.text.as<IngestItem['action']>(),
  voyage_slug: col.text.nullable(),
  title: col.text,
  start_date: col.text.nullable(),
  line: col.int,
  end_line: col.int,
  changes: col.json<IngestItem['changes']>(),
  conflicts: col.json<IngestItem['conflicts']>(),
  card: col.json<StoredCard>().nullable(),
} satisfies ColumnsOf<Omit<IngestItem, 'card' | 'names'> & { card: StoredCard | null }>;

const STATUS = statement(
  'ingest-status',
  `select ${OPERATION_COLUMNS} from ingest_operation o order by o.created_at desc, o.id limit ${NEWEST}`,
  OPERATION,
);
const OPERATIONS = statement(
  'ingest-operations',
  `select ${OPERATION_COLUMNS} from ingest_operation o where o.id = any($1::uuid[])`,
  OPERATION,
);
const REPORT = statement(
  'ingest-operation',
  `select ${OPERATION_COLUMNS}, o.plan, o.clear_empty, o.empty_ignored, o.removals, o.same_day, o.columns, o.columns_chosen_by, o.marks is not null as marked, o.needs_columns, o.needs_names, o.approved_by, ${PREPARED_BY} as prepared_by,
    o.reading, o.found_reading, ${OPEN_CONFLICTS} as open_conflicts,
    (select count(*) from ingest_item i where i.operation_id = o.id and i.action = 'rejected') as rejected
  from ingest_operation o where o.id = $1`,
  {
    ...OPERATION,
    plan: col.json<IngestReport['plan']>(),
    clear_empty: col.bool,
    empty_ignored: col.int,
    same_day: col.int,
    removals: col.json<IngestReport['removals']>(),
    columns: col.json<NonNullable<IngestReport['columns']>>().nullable(),
    columns_chosen_by: col.text.nullable(),
    marked: col.bool,
    needs_columns: col.bool,
    needs_names: col.bool,
    approved_by: col.text.nullable(),
    prepared_by: col.array(col.text),
    reading: col.json<TableReading>().nullable(),
    found_reading: col.json<FoundReading>().nullable(),
    open_conflicts: col.int,
    rejected: col.int,
  },
);
const PROBLEMS = statement(
  'ingest-problems',
  `select line, voyage, field, severity, message, suggestion from ingest_problem
   where operation_id = $1 order by line nulls first, ordinal`,
  {
    line: col.int.nullable(),
    voyage: col.text.nullable(),
    field: col.text.nullable(),
    severity: col.text.as<IngestProblem['severity']>(),
    message: col.text,
    suggestion: col.text.nullable(),
  } satisfies ColumnsOf<IngestProblem>,
);
const FILTERED = `
  i.operation_id = $1 and ($2::text[] is null or i.action = any($2)) and (not $3 or exists (
    select from ingest_problem p where p.operation_id = i.operation_id and p.line between i.line and i.end_line))`;
const PLAN = statement(
  'ingest-plan',
  `select ${ITEM_COLUMNS} from ingest_item i where ${FILTERED} order by i.ordinal limit $4 offset $5`,
  ITEM,
);
const PLAN_COUNT = statement('ingest-plan-count', `select count(*) as total from ingest_item i where ${FILTERED}`, {
  total: col.int,
});
const ITEMS_AFTER = statement(
  'ingest-items-after',
  `select ${ITEM_COLUMNS} from ingest_item i where i.operation_id = $1 and i.ordinal > $2 order by i.ordinal limit $3`,
  ITEM,
);
const ITEMS = statement(
  'ingest-items-of',
  `select ${ITEM_COLUMNS} from ingest_item i where i.operation_id = $1 and i.ordinal = any($2::int[]) order by i.ordinal`,
  ITEM,
);
const NAME_COLUMNS = `
  n.key, n.kind, n.written, n.voyages, n.line, n.state, n.person, n.suggestion, n.spellings, n.proposal, n.reason, o.decisions -> n.key -> 'decision' as decision,
  coalesce((o.decisions -> n.key -> 'earlier')::boolean, false) as decided_earlier, o.decisions -> n.key ->> 'by' as decided_by`;
const NAME = {
  key: col.text,
  kind: col.text.as<IngestName['kind']>(),
  written: col.text,
  voyages: col.int,
  line: col.int,
  state: col.text.as<IngestName['state']>(),
  person: col.json<NonNullable<IngestName['person']>>().nullable(),
  suggestion: col.json<NonNullable<IngestName['suggestion']>>().nullable(),
  spellings: col.json<IngestName['spellings']>(),
  proposal: col.json<IngestName['proposal']>(),
  reason: col.text.as<NonNullable<IngestName['reason']>>().nullable(),
  decision: col.json<NonNullable<IngestName['decision']>>().nullable(),
  decided_earlier: col.bool,
  decided_by: col.text.nullable(),
} satisfies ColumnsOf<IngestName>;

/** SQL conditions: whether a name `n` of an operation `o` is in each of the filtered lists. */
const NAME_IN: Record<NameFilter, string> = {
  check: `(o.decisions -> n.key is null and (n.state = 'likely' or n.suggestion is not null or n.kind = 'group' or (n.kind = 'owner' and n.state = 'text') or n.spellings <> '[]'))`,
  new: `n.state = 'new'`,
  known: `n.state in ('known', 'likely')`,
  text: `n.state in ('text', 'split')`,
  decided: `o.decisions -> n.key is not null`,
};
const NAMES_SHOWN = `
  from ingest_name n join ingest_operation o on o.id = n.operation_id
  where n.operation_id = $1 and case $2 ${NAME_FILTERS.map((filter) => `when '${filter}' then ${NAME_IN[filter]}`).join(' ')} else true end`;
const NAMES = statement(
  'ingest-names',
  `select ${NAME_COLUMNS} ${NAMES_SHOWN} order by n.ordinal limit $3 offset $4`,
  NAME,
);
const NAMES_COUNT = statement('ingest-names-count', `select count(*) as total ${NAMES_SHOWN}`, { total: col.int });
const NAMES_OF = statement(
  'ingest-names-of',
  `select ${NAME_COLUMNS} from ingest_name n join ingest_operation o on o.id = n.operation_id
  where n.operation_id = $1 and n.key = any($2)`,
  NAME,
);
const NAME_COUNTS = statement(
  'ingest-name-counts',
  `select ${NAME_FILTERS.map((filter) => `count(*) filter (where ${NAME_IN[filter]}) as "${filter}"`).join(', ')}
  from ingest_name n join ingest_operation o on o.id = n.operation_id where n.operation_id = $1`,
  { check: col.int, new: col.int, known: col.int, text: col.int, decided: col.int } satisfies ColumnsOf<
    IngestReport['names']
  >,
);
const NO_NAMES: IngestReport['names'] = { check: 0, new: 0, known: 0, text: 0, decided: 0 };
const NAMES_TO_REVIEW = statement(
  'ingest-names-to-review',
  `select ${(['new', 'known', 'text'] as const).map((filter) => `count(*) filter (where ${NAME_IN[filter]}) as "${filter}"`).join(', ')}
  from ingest_name n join ingest_operation o on o.id = n.operation_id where n.operation_id = $1 and ${NAME_IN.check}`,
  { new: col.int, known: col.int, text: col.int } satisfies ColumnsOf<IngestReport['names_to_review']>,
);
const NONE_TO_REVIEW: IngestReport['names_to_review'] = { new: 0, known: 0, text: 0 };

const DOCUMENT = statement(
  'ingest-document',
  'select filename, format, coalesce(text_key, document_key) as key from ingest_operation where id = $1',
  { filename: col.text, format: col.text.as<DocumentFormat>().nullable(), key: col.text },
);

type ItemRow = RowOf<typeof ITEM>;

export interface PlanFilter {
  action: readonly string[] | undefined;
  /** Whether to return only voyages with a problem in their lines. */
  problems: boolean;
  limit: number;
  offset: number;
}

/** Reads operations, plans and reports. */
@Injectable()
export class IngestQueries {
  readonly #database: Database;
  readonly #storage: Storage;

  constructor(
    database: Database,
    storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#database = database;
    this.#storage = storage;
  }

  async status(): Promise<IngestStatus> {
    const operations = await this.#database.rows(STATUS);
    return { operations };
  }

  /** The operations with these ids. Ignores unknown ids. */
  async operations(ids: readonly string[]): Promise<IngestOperation[]> {
    return this.#database.rows(OPERATIONS, [ids]);
  }

  async operation(id: string): Promise<IngestOperation> {
    const [operation] = await this.operations([id]);
    if (!operation) throw ingestNotFound();
    return operation;
  }

  async report(id: string): Promise<IngestReport> {
    const operation = await this.#database.row(REPORT, [id]);
    if (!operation) throw ingestNotFound();
    const canApply = operation.dry_run && operation.status === 'completed' && operation.applied_as === null;
    const stale = canApply ? await staleVoyages(this.#database, id) : [];
    return {
      ...operation,
      needs_approval:
        canApply &&
        operation.approved_by === null &&
        approvalNeeded(operation.plan, this.config.importReviewVoyages) !== undefined,
      removal_warning: removalWarning(operation.removals),
      stale_voyages: stale,
      names: (operation.dry_run && (await this.#database.row(NAME_COUNTS, [id]))) || NO_NAMES,
      names_to_review: (operation.dry_run && (await this.#database.row(NAMES_TO_REVIEW, [id]))) || NONE_TO_REVIEW,
      problems: await this.problems(id),
    };
  }

  /** The number of names in a preview that need review. */
  async countNamesToReview(executor: StatementExecutor, id: string): Promise<number> {
    return (await executor.row(NAME_COUNTS, [id]))?.check ?? 0;
  }

  /**
   * The first rows of a table as the voyages that they would become with these columns.
   * @throws Problem 409 unless it is a table with as many columns
   */
  async rows(
    id: string,
    { columns: fields, reading }: OperationInput<typeof ingestOperations.rows>['body'],
  ): Promise<IngestRow[]> {
    const operation = await this.#database.row(REPORT, [id]);
    if (!operation) throw ingestNotFound();
    if (operation.columns?.length !== fields.length)
      throw new Problem(409, 'The table has other columns. Reload the page.');
    const columns = operation.columns.map((column, index) => ({ ...column, column: fields[index] ?? null }));
    const date_order = reading.date_order ?? operation.found_reading?.date_order ?? null;
    return readSamples(columns, { ...reading, date_order }).map(({ voyages: [voyage], sections, problems }) => ({
      values: voyage ? valuesOf({ ...voyage, owner: sections[voyage.section ?? -1] ?? null }) : [],
      problems: problems.map(({ message }) => message),
    }));
  }

  async problems(id: string): Promise<IngestProblem[]> {
    return this.#database.rows(PROBLEMS, [id]);
  }

  /** One page of items, in document order. */
  async plan(id: string, { action, problems, limit, offset }: PlanFilter): Promise<Page<IngestItem>> {
    await this.operation(id);
    const parameters = [id, action ?? null, problems];
    const [items, row] = await Promise.all([
      this.#database.rows(PLAN, [...parameters, limit, offset]),
      this.#database.row(PLAN_COUNT, parameters),
    ]);
    return page(await this.#toItems(id, items), row?.total ?? 0);
  }

  /** Up to `limit` items whose ordinals are greater than `ordinal`. */
  async itemsAfter(id: string, ordinal: number, limit: number): Promise<IngestItem[]> {
    return this.#toItems(id, await this.#database.rows(ITEMS_AFTER, [id, ordinal, limit]));
  }

  /** The items with these ordinals, in document order. */
  async items(id: string, ordinals: readonly number[]): Promise<IngestItem[]> {
    return this.#toItems(id, await this.#database.rows(ITEMS, [id, ordinals]));
  }

  /** The names of a preview in document order. */
  async names(
    id: string,
    { show, limit, offset }: { show?: NameFilter | undefined; limit: number; offset: number },
  ): Promise<Page<IngestName>> {
    await this.operation(id);
    const [names, row] = await Promise.all([
      this.#database.rows(NAMES, [id, show ?? null, limit, offset]),
      this.#database.row(NAMES_COUNT, [id, show ?? null]),
    ]);
    return page(names, row?.total ?? 0);
  }

  /** Adds the names to items, and the decisions that were made in their conflicts. */
  async #toItems(id: string, items: readonly ItemRow[]): Promise<IngestItem[]> {
    const keys = [...new Set(items.flatMap(({ card }) => card?.keys ?? []))];
    const names = keys.length === 0 ? [] : await this.#database.rows(NAMES_OF, [id, keys]);
    const byKey = new Map(names.map((name) => [name.key, name]));
    return items.map(({ card, ...item }) => ({
      ...item,
      card: card && decidedCard(card, item.conflicts),
      names: (card?.keys ?? []).flatMap((key) => byKey.get(key) ?? []),
    }));
  }

  async document(id: string): Promise<IngestDocument> {
    const row = await this.#database.row(DOCUMENT, [id]);
    if (!row) throw ingestNotFound();
    const { filename, format, key } = row;
    if (format === null) throw new Problem(409, 'The document hasn’t been read yet.');
    const file = await this.#storage.open(key);
    if (!file) throw notFound('The document is no longer in storage.');
    return { filename, format, text: await textFrom(file) };
  }
}

/** The values of a voyage by column of the CSV format. */
export function valuesOf(voyage: VoyageEntry): IngestRow['values'] {
  const row = rowOfEntry(voyage);
  return CSV_COLUMNS.flatMap((column) => (row[column] === '' ? [] : [{ column, value: unescapeFormula(row[column]) }]));
}

export const ingestNotFound = () => notFound('Import not found.');
