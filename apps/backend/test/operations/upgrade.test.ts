import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createDatabase } from '@archive/postgres';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../../src/database/migrations/index.ts';
import { migrateDatabase } from '../../src/migrations.ts';
import { readConfig } from '../../src/config/index.ts';
import { spawnApi } from '../support/api-process.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';

/**
 * The last release: the SQL that its migrations ran, the rows of an archive with the voyages of 1931 to 1976 and albums, and every
 * statement of its program. `record-release.test.ts` makes the file.
 */
interface Release {
  version: string;
  schema: string[];
  tables: Record<string, object[]>;
  statements: { name: string; sql: string }[];
}
const RELEASE = path.resolve(import.meta.dirname, '../fixtures/release-1.0.0.json.gz');

/** PostgreSQL can prepare only these statements. */
const PREPARED = /^\s*(?:select|with|insert|update|delete)\b/i;
const MIGRATION_TABLE = `
  create table migration (id serial primary key, name varchar(255), executed_at timestamptz default current_timestamp)`;

let release: Release;
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
let api: TestApi | undefined;
beforeAll(async () => {
  release = JSON.parse(gunzipSync(await readFile(RELEASE)).toString()) as Release;
  database = await createDatabase(process.env['TEST_CLUSTER_URL'] ?? '');
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(MIGRATION_TABLE);
  for (const sql of release.schema) await client.query(sql);
  await client.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(release.tables)) {
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
  for (const table of ['person', 'voyage', 'media', 'album'])
    await client.query(`select continue_numbering($1)`, [table]);
});
afterAll(async () => {
  await api?.close();
  await client.end();
  await database.drop();
});

const config = () => {
  const [username, password] = [CURATOR.username, CURATOR.password];
  return readConfig({
    ...process.env,
    DATABASE_URL: database.url,
    CURATOR_USERNAME: username,
    CURATOR_PASSWORD: password,
  });
};
const numbers = async (table: string, owner: string) =>
  (
    await client.query<{ owner: number; numbers: number[] }>(
      `select ${owner} "owner", array_agg(sort_order order by sort_order) numbers from ${table} group by 1 order by 1`,
    )
  ).rows.filter(({ numbers: list }) => list.some((number, index) => number !== index + 1));

test('the new program says that the schema of the release is too old', async () => {
  const program = await spawnApi({
    DATABASE_URL: database.url,
    CURATOR_USERNAME: CURATOR.username,
    CURATOR_PASSWORD: CURATOR.password,
  });
  const health = await fetch(`${program.url}/health/ready`);
  await program.stop();
  expect([health.status, await health.json()]).toEqual([
    503,
    expect.objectContaining({
      dependencies: expect.objectContaining({
        database: { status: 'down', detail: 'The database schema is older than this program. Run the migrations.' },
      }) as unknown,
    }),
  ]);
});

test('the migrations upgrade the data of the release to lists without gaps', async () => {
  expect(await numbers('album', 'voyage_id')).not.toEqual([]);
  const applied = await migrateDatabase(config(), () => undefined);
  const known = new Set(release.tables['migration']?.map((row) => (row as { name: string }).name));
  expect(applied).toEqual(migrations.map(({ name }) => name).filter((name) => !known.has(name)));
  for (const [table, owner] of [
    ['passenger', 'voyage_id'],
    ['voyage_media', 'voyage_id'],
    ['album', 'voyage_id'],
    ['album_media', 'album_id'],
  ] as const)
    expect(await numbers(table, owner)).toEqual([]);

  api = await startApi({ databaseUrl: database.url });
  const curator = await api.signIn();
  const response = await curator.get('/api/voyages?limit=1000');
  expect((await response.json()) as unknown[]).toHaveLength(release.tables['voyage']?.length ?? 0);
  const [album] = release.tables['album'] as { slug: string }[];
  expect((await curator.get(`/api/curator/albums/${album?.slug}`)).status).toBe(200);
  const person = await curator.post('/api/curator/people', { full_name: 'Ada Afterward' });
  expect(person.status).toBe(201);
});

/** While an upgrade runs, processes of the release and of the new version share the schema. */
test('the program of the release still works on the new schema, or refuses it', async () => {
  const { rows } = await client.query<{ required_migration: string }>('select required_migration from schema_contract');
  const isRejected = !release.tables['migration']?.some(
    (row) => (row as { name: string }).name === rows[0]?.required_migration,
  );
  const broken: string[] = [];
  for (const { name, sql } of release.statements.filter((statement) => PREPARED.test(statement.sql)))
    await client.query(`prepare released as ${sql}`).then(
      () => client.query('deallocate released'),
      (error: Error) => broken.push(`${name}: ${error.message}`),
    );
  expect(release.statements.length).toBeGreaterThan(500);
  expect(isRejected ? [] : broken).toEqual([]);
});

test('items that the program of the release adds to a list keep their order', async () => {
  const run = (name: string, values: unknown[]) => {
    const text = release.statements.find((statement) => statement.name === name)?.sql;
    if (text === undefined) throw new Error(`The release has no statement ${name}`);
    return client.query<Record<string, number>>(text, values);
  };
  const aboard = async () =>
    (
      await client.query<{ person_id: number }>(
        'select person_id from passenger where voyage_id = $1 order by sort_order',
        [voyage],
      )
    ).rows.map(({ person_id }) => person_id);
  const largest = await client.query<{ voyage_id: number }>(
    'select voyage_id from passenger group by 1 order by count(*) desc limit 1',
  );
  const voyage = largest.rows[0]?.voyage_id ?? 0;
  const before = await aboard();
  const [, second = 0] = before;
  await client.query('begin');
  const deleted = await run('passenger-delete', [voyage, second]);
  await run('passengers-close-gap', [voyage, deleted.rows[0]?.['sort_order']]);
  await client.query('commit');
  expect(await aboard()).toEqual(before.filter((person) => person !== second));
  expect(await numbers('passenger', 'voyage_id')).toEqual([]);
  await client.query('begin');
  await run('passengers-make-room', [voyage, 2]);
  await run('passengers-insert', [
    JSON.stringify([{ voyage_id: voyage, person_id: second, sort_order: 2, is_crew: false }]),
  ]);
  await client.query('commit');
  expect(await aboard()).toEqual(before);
  expect(await numbers('passenger', 'voyage_id')).toEqual([]);
});
