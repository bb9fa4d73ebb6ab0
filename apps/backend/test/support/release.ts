import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';

/** An earlier version: the SQL that its migrations ran, the rows of an archive, and every statement of its program. */
export interface Release {
  version: string;
  schema: string[];
  tables: Record<string, Record<string, unknown>[]>;
  statements: { name: string; sql: string }[];
}

const MIGRATION_TABLE = `
  create table migration (
    id serial primary key, name varchar(255) not null,
    executed_at timestamptz(6) not null default current_timestamp(6))`;

export async function readRelease(version: string): Promise<Release> {
  const file = path.resolve(import.meta.dirname, `../fixtures/release-${version}.json.gz`);
  return JSON.parse(gunzipSync(await readFile(file)).toString()) as Release;
}

/** Fills an empty database with the archive of a release. */
export async function loadRelease(client: pg.Client, { schema, tables }: Release): Promise<void> {
  await client.query(MIGRATION_TABLE);
  for (const sql of schema) await client.query(sql);
  await client.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(tables)) {
    const { rows: columns } = await client.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ', ') names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = columns[0]?.names ?? '';
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query('set session_replication_role = origin');
  await client.query(`select setval('migration_id_seq', (select max(id) from migration))`);
  for (const table of Object.keys(tables)) await client.query(`select continue_numbering($1)`, [table]);
}
