import type { IngestItem, IngestProblem } from '@archive/contracts';
import { stringify } from 'csv-stringify/sync';
import type { IngestQueries } from './ingest-queries.ts';

const BATCH_SIZE = 500;

const COLUMNS = [
  'kind',
  'line',
  'end_line',
  'voyage',
  'title',
  'action',
  'field',
  'archive',
  'document',
  'choice',
  'severity',
  'message',
  'suggestion',
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

/** Escapes formulas, because the report is opened in spreadsheets. */
const writeCsv = (rows: readonly Row[], header: boolean) =>
  stringify([...rows], { columns: [...COLUMNS], header, escape_formulas: true, bom: header });

function rowsOf({ line, end_line, start_date, title, action, changes, conflicts }: IngestItem): Row[] {
  const voyage = { line, end_line, voyage: start_date, title, action };
  return [
    { kind: 'voyage', ...voyage },
    ...changes.map(({ label, before, after }) => ({
      kind: 'change',
      ...voyage,
      field: label,
      archive: before,
      document: after,
    })),
    ...conflicts.map(({ label, curator, document, choice }) => ({
      kind: 'conflict',
      ...voyage,
      field: label,
      archive: curator,
      document,
      choice,
    })),
  ];
}

const problemRow = (problem: IngestProblem): Row => ({ kind: 'problem', ...problem });

/** The CSV report of an operation: one row per problem, voyage, change and conflict. */
export async function* reportCsv(queries: IngestQueries, id: string): AsyncGenerator<string, void, undefined> {
  yield writeCsv((await queries.problems(id)).map(problemRow), true);
  let items: IngestItem[];
  for (
    let last = 0;
    (items = await queries.itemsAfter(id, last, BATCH_SIZE)).length > 0;
    last = items.at(-1)?.ordinal ?? last
  )
    yield writeCsv(items.flatMap(rowsOf), false);
}
