// cspell:ignore vanderberg
import { createDatabase } from '@archive/postgres';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../../src/database/migrations/index.ts';
import { migrateDatabase } from '../../src/migrations.ts';
import { readConfig } from '../../src/config/index.ts';
import { spawnApi } from '../support/api-process.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import { catalogOf } from '../support/catalog.ts';
import { aDatabase, withApplicationRole } from '../support/database.ts';
import { loadRelease, readRelease } from '../support/release.ts';

/** PostgreSQL can prepare only these statements. */
const PREPARED = /^\s*(?:select|with|insert|update|delete)\b/i;
/** Tables that the upgrade rewrites as a whole, and columns that it converts in some rows. */
const REWRITTEN_TABLES = ['migration', 'schema_contract', 'record_change', 'voyage_search'];
const CONVERTED = new Map([
  ['person', ['version', 'updated_at']],
  ['album', ['sort_order']],
  ['album_media', ['sort_order']],
  ['voyage_media', ['sort_order']],
  ['history', ['before']],
  ['ingest_operation', ['columns']],
  ['derivative', ['failure']],
]);

/** Tables whose rows are in another one after the upgrade, with other ids. */
const MOVED = new Map([
  ['deploy_token', 'api_token'],
  ['upload_token', 'api_token'],
]);

type Row = Record<string, unknown>;

async function aReleased(version: string) {
  const release = await readRelease(version);
  const database = await createDatabase(process.env['TEST_CLUSTER_URL'] ?? '');
  const client = new pg.Client(database.url);
  await client.connect();
  await loadRelease(client, release);
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: withApplicationRole(database.url),
    DATABASE_OWNER_URL: database.url,
  });
  return {
    release,
    database,
    client,
    upgrade: () => migrateDatabase(config, () => undefined),
    rows: async <T extends object = Row>(sql: string) => (await client.query<T>(sql)).rows,
    async drop() {
      await client.end();
      await database.drop();
    },
  };
}

type Released = Awaited<ReturnType<typeof aReleased>>;

/** The rows of the release that are not among those of the upgraded archive. Generated columns are left out. */
async function lostRows({ release, rows }: Released): Promise<string[]> {
  const lost: string[] = [];
  for (const [table, released] of Object.entries(release.tables)) {
    if (REWRITTEN_TABLES.includes(table)) continue;
    const target = MOVED.get(table) ?? table;
    const stored = await rows<{ names: string[] }>(
      `select array_agg(attname::text) names from pg_attribute where attrelid = '${target}'::regclass and attnum > 0 and attgenerated = ''`,
    );
    const ignored = MOVED.has(table) ? ['id'] : (CONVERTED.get(table) ?? []);
    const columns = Object.keys(released[0] ?? {}).filter(
      (name) => stored[0]?.names.includes(name) && !ignored.includes(name),
    );
    const textOf = (row: Row) => JSON.stringify(columns.map((name) => row[name])).normalize('NFC');
    const upgraded = new Set(
      (await rows<{ row: Row }>(`select to_jsonb(t) as row from ${target} t`)).map(({ row }) => textOf(row)),
    );
    lost.push(
      ...released
        .map(textOf)
        .filter((text) => !upgraded.has(text))
        .map((text) => `${table} ${text}`),
    );
  }
  return lost;
}

/** Lists whose numbers have gaps or don't begin at 1. */
const misnumbered = async ({ rows }: Released) => {
  const found: string[] = [];
  for (const [table, owner] of [
    ['passenger', 'voyage_id'],
    ['voyage_media', 'voyage_id'],
    ['album', 'voyage_id'],
    ['album_media', 'album_id'],
  ] as const)
    for (const { id, numbers } of await rows<{ id: number; numbers: number[] }>(
      `select ${owner} id, array_agg(sort_order order by sort_order) numbers from ${table} group by 1`,
    ))
      if (numbers.some((number, index) => number !== index + 1)) found.push(`${table} of ${id}: ${numbers.join()}`);
  return found;
};

/** `record-release.test.ts` makes the files. The oldest is the first version that has it. */
describe.each(['2026-11-23', '2026-11-25', '2026-11-27'])('an archive of %s', (version) => {
  let released: Released;
  let api: TestApi | undefined;
  beforeAll(async () => {
    released = await aReleased(version);
  });
  afterAll(async () => {
    await api?.close();
    await released.drop();
  });

  test('is upgraded to the schema of a new archive', async () => {
    expect(await released.upgrade()).toEqual(migrations.map(({ name }) => name));
    const fresh = await aDatabase();
    const [upgraded, expected] = [await catalogOf(released.database.url), await catalogOf(fresh.url)];
    await fresh.drop();
    expect(expected.length).toBeGreaterThan(1000);
    expect(upgraded).toEqual(expected);
    expect(await released.upgrade()).toEqual([]);
  });

  test('keeps its rows', async () => {
    expect(released.release.tables['voyage']?.length).toBeGreaterThan(30);
    expect(await lostRows(released)).toEqual([]);
    expect(await misnumbered(released)).toEqual([]);
    for (const table of ['voyage', 'person', 'president', 'passenger', 'media', 'album'])
      expect(await released.rows(`select from ${table}`)).toHaveLength(released.release.tables[table]?.length ?? 0);
  });

  test('is read and changed by the program', async () => {
    api = await startApi({ databaseUrl: withApplicationRole(released.database.url) });
    const curator = await api.signIn();
    const voyages = await curator.json<{ title: string }[]>('/api/voyages?limit=1000');
    const titles = (rows: readonly object[] = []) => rows.map((row) => (row as { title: string }).title).toSorted();
    expect(titles(voyages)).toEqual(titles(released.release.tables['voyage']));
    const [album] = released.release.tables['album'] as { slug: string }[];
    expect((await curator.get(`/api/curator/albums/${album?.slug}`)).status).toBe(200);
    const found = await curator.json<{ full_name: string }[]>('/api/people?q=hoover');
    expect(found.map(({ full_name }) => full_name)).toContain('Herbert Hoover');
    expect((await curator.post('/api/curator/people', { full_name: 'Ada Afterward' })).status).toBe(201);
  });

  /** While an upgrade runs, processes of the release and of the new version share the schema. */
  test('still works with its own program, or is refused by it', async () => {
    const [contract] = await released.rows<{ required_migration: string }>(
      'select required_migration from schema_contract',
    );
    const names = released.release.tables['migration']?.map(({ name }) => name);
    const broken: string[] = [];
    for (const { name, sql } of released.release.statements.filter((statement) => PREPARED.test(statement.sql)))
      await released.client.query(`prepare released as ${sql}`).then(
        () => released.client.query('deallocate released'),
        (error: Error) => broken.push(`${name}: ${error.message}`),
      );
    expect(released.release.statements.length).toBeGreaterThan(500);
    expect(names?.includes(contract?.required_migration) ? broken : []).toEqual([]);
  });
});

describe('an archive of the oldest version', () => {
  let released: Released;
  beforeAll(async () => {
    released = await aReleased('2026-11-23');
    await released.client.query(`
      insert into history (kind, slug, revision, action, changed_by, before) values
        ('album', 'gone', 1, 'delete', 'c', '{"title": "A", "sort_order": 1}'),
        ('media', 'gone', 1, 'delete', 'c', '{"title": "M", "albums": [{"title": "A", "sort_order": 0}, {"sort_order": 4}]}');
      insert into derivative (media_id, kind, state, error) select id, kind, 'failed', error from media, (values
        ('thumbnail', 'a.jpg is damaged, so it has no preview.'), ('large', 'The file is missing from storage.')) v (kind, error)
        order by id limit 2;
      insert into frontend_version (name, version, contract, published_by, published_at) values ('media', '1.0.0', 1, 'p', '2026-11-20Z');
      insert into frontend_revision (revision, apps, created_by) values (99, '{"media": {"version": "1.0.0"}}', 'c');
      update ingest_operation set columns = '[{"heading": "Date", "sample": "1946"}]';
      update person set full_name = 'Zoe\u0301 van der Berg' where id = (select max(id) from person);
      update passenger set sort_order = sort_order * 2`);
  });
  afterAll(() => released.drop());

  test('is too old for the program until it is upgraded', async () => {
    const program = await spawnApi({
      DATABASE_URL: released.database.url,
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

  test('has its rows converted', async () => {
    expect(await misnumbered(released)).not.toEqual([]);
    await released.upgrade();
    expect(await misnumbered(released)).toEqual([]);
    const query = (sql: string) => released.rows(sql);
    expect(await query(`select before from history where slug = 'gone' order by kind`)).toEqual([
      { before: { title: 'A', sort_order: 2 } },
      { before: { title: 'M', albums: [{ title: 'A', sort_order: 1 }, { sort_order: 5 }] } },
    ]);
    expect(await query('select kind, failure from derivative order by kind')).toEqual([
      { kind: 'large', failure: 'missing' },
      { kind: 'thumbnail', failure: 'damaged' },
    ]);
    expect(await query(`select files_stored_at::date::text as day from frontend_version where name = 'media'`)).toEqual(
      [{ day: '2026-11-20' }],
    );
    const registered = await query('select name, action, description from frontend_registration order by id');
    expect(registered.map(({ name, action }) => [name, action])).toEqual([
      ['media', 'register'],
      ['media', 'change'],
      ['media', 'change'],
    ]);
    expect(registered.at(-1)).toMatchObject({
      description: { search_kinds: ['media', 'text'], record_path: '/media' },
    });
    expect(await query('select columns from ingest_operation')).toEqual([
      { columns: [{ heading: 'Date', sample: '1946', samples: ['1946'] }] },
    ]);
    expect(
      await query(
        `select full_name, filing_name, names @@ 'vanderberg'::tsquery as found from person order by id desc limit 1`,
      ),
    ).toEqual([{ full_name: 'Zo\u00e9 van der Berg', filing_name: 'Berg, Zo\u00e9 van der', found: true }]);
  });

  test('keeps the order of lists that its program changes', async () => {
    const { release, client, rows } = released;
    const run = (name: string, values: unknown[]) => {
      const text = release.statements.find((statement) => statement.name === name)?.sql;
      if (text === undefined) throw new Error(`The release has no statement ${name}`);
      return client.query<Record<string, number>>(text, values);
    };
    const [largest] = await rows<{ voyage_id: number }>(
      'select voyage_id from passenger group by 1 order by count(*) desc limit 1',
    );
    const voyage = largest?.voyage_id ?? 0;
    const aboard = async () =>
      (
        await rows<{ person_id: number }>(
          `select person_id from passenger where voyage_id = ${voyage} order by sort_order`,
        )
      ).map(({ person_id }) => person_id);
    const before = await aboard();
    const [, second = 0] = before;
    await client.query('begin');
    const deleted = await run('passenger-delete', [voyage, second]);
    await run('passengers-close-gap', [voyage, deleted.rows[0]?.['sort_order']]);
    await client.query('commit');
    expect(await aboard()).toEqual(before.filter((person) => person !== second));
    expect(await misnumbered(released)).toEqual([]);
    await client.query('begin');
    await run('passengers-make-room', [voyage, 2]);
    await run('passengers-insert', [
      JSON.stringify([{ voyage_id: voyage, person_id: second, sort_order: 2, is_crew: false }]),
    ]);
    await client.query('commit');
    expect(await aboard()).toEqual(before);
    expect(await misnumbered(released)).toEqual([]);
  });
});

test('a database from before the oldest version is refused and stays unchanged', async () => {
  const database = await createDatabase(process.env['TEST_CLUSTER_URL'] ?? '');
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(
    `create table migration (id serial, name text); insert into migration (name) values ('20261120000001-foundations')`,
  );
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url });
  await expect(migrateDatabase(config, () => undefined)).rejects.toThrow(
    'The database is of a version from before November 23, 2026. Upgrade it to a version of November 27, 2026 first.',
  );
  expect((await client.query(`select to_regclass('voyage') as voyage`)).rows).toEqual([{ voyage: null }]);
  await client.end();
  await database.drop();
});
