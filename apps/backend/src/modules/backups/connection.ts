import pg from 'pg';

/** Settings that make every server format a value in the same way. */
const SETTINGS = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`;

/** Opens a connection without statement timeouts, because tables may be large. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'archive-backup', keepAlive: true });
  // Ignores errors between statements, such as a restart of the server. The next statement then fails.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SETTINGS);
  return client;
}

export interface Table {
  name: string;
  /** All columns except generated ones. */
  columns: string[];
}

/** The tables of the archive. The tables of the queues aren't included: they are in another schema and are created again. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1 order by 1`,
  );
  return rows;
}

const quote = pg.escapeIdentifier;
const listOf = (columns: readonly string[]) => columns.map(quote).join(', ');

export const copyOutSql = ({ name, columns }: Table) => `copy public.${quote(name)} (${listOf(columns)}) to stdout`;
export const copyInSql = ({ name, columns }: Table) => `copy public.${quote(name)} (${listOf(columns)}) from stdin`;
export const quotedTable = (name: string) => `public.${quote(name)}`;
