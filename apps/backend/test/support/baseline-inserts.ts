import pg from 'pg';

/** Tables that an import writes, in foreign-key order. */
const TABLES = [
  'ingest_operation',
  'person',
  'president',
  'voyage',
  'passenger',
  'person_alias',
  'ingest_record',
  'ingest_item',
  'ingest_problem',
  'history',
];
/** Tables that already have rows after the migrations. */
const KNOWN = new Set(['person', 'president']);
const ROWS_AT_ONCE = 100;

interface Rows {
  table: string;
  columns: string[];
  rows: (string | null)[][];
}

async function rowsOf(client: pg.Client, table: string): Promise<Rows> {
  const { rows: names } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const columns = names.map(({ name }) => name);
  const { rows } = await client.query<(string | null)[]>({
    text: `select ${columns.map((name) => `${name}::text`).join(', ')} from ${table}`,
    rowMode: 'array',
  });
  return { table, columns, rows };
}

function insertOf({ table, columns }: Rows, count: number): string {
  const row = (rowIndex: number) =>
    `(${columns.map((_, index) => `$${rowIndex * columns.length + index + 1}`).join(', ')})`;
  const values = Array.from({ length: count }, (_, index) => row(index)).join(', ');
  return `insert into ${table} (${columns.join(', ')}) overriding system value values ${values} ${KNOWN.has(table) ? 'on conflict do nothing' : ''}`;
}

/**
 * Copies the rows of an import to another database with multi-row INSERTs, as a baseline for the cost of the database alone. Returns the
 * elapsed seconds, the CPU seconds of the server process, and the number of rows.
 */
export async function plainInserts(
  from: string,
  to: string,
  cpuOf: (pid: number) => number,
): Promise<{ seconds: number; cpu: number; rows: number }> {
  const [source, target] = [new pg.Client(from), new pg.Client(to)];
  await Promise.all([source.connect(), target.connect()]);
  try {
    const tables: Rows[] = [];
    for (const table of TABLES) tables.push(await rowsOf(source, table));
    const { rows: server } = await target.query<{ pid: number }>('select pg_backend_pid() pid');
    const pid = server[0]?.pid ?? 0;
    const cpuBefore = cpuOf(pid);
    const startedAt = performance.now();
    for (const rows of tables)
      for (let index = 0; index < rows.rows.length; index += ROWS_AT_ONCE) {
        const chunk = rows.rows.slice(index, index + ROWS_AT_ONCE);
        await target.query(insertOf(rows, chunk.length), chunk.flat());
      }
    const seconds = (performance.now() - startedAt) / 1000;
    const cpu = cpuOf(pid) - cpuBefore;
    return { seconds, cpu, rows: tables.reduce((count, { rows }) => count + rows.length, 0) };
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}
