import type { IngestColumn } from '@archive/contracts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';

const REMEMBER = statement(
  'ingest-columns-remember',
  `
  insert into column_mapping (headings, columns, decided_by) values ($1, $2, $3)
  on conflict (headings) do update set columns = excluded.columns, decided_by = excluded.decided_by, decided_at = now()`,
);
const FORGET = statement('ingest-columns-forget', 'delete from column_mapping where headings = $1');
const RECALL = statement(
  'ingest-columns-recall',
  'select columns, decided_by from column_mapping where headings = $1',
  { columns: col.json<IngestColumn['column'][]>(), decided_by: col.text },
);

/** The headings of a table, normalized in case and spaces. */
const keyOf = (columns: readonly IngestColumn[]) =>
  JSON.stringify(columns.map(({ name }) => name.toLowerCase().replaceAll(/\s+/g, ' ').trim()));

/** Saves which fields the columns fill, for later tables with the same headings; null deletes the saved fields. */
export async function rememberColumns(
  executor: StatementExecutor,
  columns: readonly IngestColumn[],
  choice: readonly IngestColumn['column'][] | null,
  username: string,
): Promise<void> {
  if (choice) await executor.execute(REMEMBER, [keyOf(columns), JSON.stringify(choice), username]);
  else await executor.execute(FORGET, [keyOf(columns)]);
}

/** The columns with the fields that a curator chose earlier for the same headings, and the curator's name. */
export async function recallColumns(
  executor: StatementExecutor,
  columns: readonly IngestColumn[],
): Promise<{ columns: IngestColumn[]; by: string } | undefined> {
  const row = await executor.row(RECALL, [keyOf(columns)]);
  return (
    row && {
      columns: columns.map((column, index) => ({ ...column, column: row.columns[index] ?? null })),
      by: row.decided_by,
    }
  );
}
