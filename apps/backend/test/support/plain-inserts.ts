import pg from 'pg';

/** The tables that an ingest fills, in an order in which their rows can be written. */
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
/** Of these the migrations bring some rows along. */
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
  const row = (at: number) => `(${columns.map((_, index) => `$${at * columns.length + index + 1}`).join(', ')})`;
  const values = Array.from({ length: count }, (_, at) => row(at)).join(', ');
  return `insert into ${table} (${columns.join(', ')}) overriding system value values ${values} ${KNOWN.has(table) ? 'on conflict do nothing' : ''}`;
}

/**
 * Writes the rows of one database's ingest into another one of the same schema, by multi-row INSERTs and nothing else: what the same work
 * costs the database alone. Answers the seconds that they took, and their number.
 */
export async function plainInserts(from: string, to: string): Promise<{ seconds: number; rows: number }> {
  const [source, target] = [new pg.Client(from), new pg.Client(to)];
  await Promise.all([source.connect(), target.connect()]);
  try {
    const all: Rows[] = [];
    for (const table of TABLES) all.push(await rowsOf(source, table));
    const started = performance.now();
    for (const rows of all)
      for (let at = 0; at < rows.rows.length; at += ROWS_AT_ONCE) {
        const chunk = rows.rows.slice(at, at + ROWS_AT_ONCE);
        await target.query(insertOf(rows, chunk.length), chunk.flat());
      }
    const seconds = (performance.now() - started) / 1000;
    return { seconds, rows: all.reduce((count, { rows }) => count + rows.length, 0) };
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}
