import pg from 'pg';

/** Settings that give the same value the same text on every server. */
const SETTINGS = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`;

/** A connection without deadlines for statements: tables may be large. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'archive-backup', keepAlive: true });
  // An error that no statement reports, such as a restart of the server between two of them; the next statement then fails.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SETTINGS);
  return client;
}

export interface Table {
  name: string;
  /** Without those that the database computes. */
  columns: string[];
}

/** The tables of the archive. The tables of the queues are in another schema and are created again. */
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
