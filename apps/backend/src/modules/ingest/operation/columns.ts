import type { IngestColumn, TableReading } from '@archive/contracts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';

const REMEMBER = statement(
  'ingest-columns-remember',
  `
  insert into column_mapping (headings, columns, decided_by, reading) values ($1, $2, $3, $4)
  on conflict (headings) do update set columns = excluded.columns, decided_by = excluded.decided_by, reading = excluded.reading,
    decided_at = now()`,
);
const FORGET = statement('ingest-columns-forget', 'delete from column_mapping where headings = $1');
const RECALL = statement(
  'ingest-columns-recall',
  'select columns, decided_by, reading from column_mapping where headings = $1',
  {
    columns: col.json<IngestColumn['column'][]>(),
    decided_by: col.text,
    reading: col.json<TableReading>().nullable(),
  },
);

/** The headings of a table, normalized in case and spaces. */
const keyOf = (columns: readonly IngestColumn[]) =>
  JSON.stringify(columns.map(({ name }) => name.toLowerCase().replaceAll(/\s+/g, ' ').trim()));

/** Saves which fields the columns fill and how their cells are read, for later tables with the same headings; null deletes that. */
export async function rememberColumns(
  executor: StatementExecutor,
  columns: readonly IngestColumn[],
  choice: { columns: readonly IngestColumn['column'][]; reading: TableReading | null } | null,
  username: string,
): Promise<void> {
  if (choice)
    await executor.execute(REMEMBER, [
      keyOf(columns),
      JSON.stringify(choice.columns),
      username,
      // Another workbook has other sheets.
      choice.reading && { ...choice.reading, sheet: null },
    ]);
  else await executor.execute(FORGET, [keyOf(columns)]);
}

/** The columns with the fields that a curator chose earlier for the same headings, and the curator's name. */
export async function recallColumns(
  executor: StatementExecutor,
  columns: readonly IngestColumn[],
): Promise<{ columns: IngestColumn[]; by: string; reading: TableReading | null } | undefined> {
  const row = await executor.row(RECALL, [keyOf(columns)]);
  return (
    row && {
      columns: columns.map((column, index) => ({ ...column, column: row.columns[index] ?? null })),
      by: row.decided_by,
      reading: row.reading,
    }
  );
}
