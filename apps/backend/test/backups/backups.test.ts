import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '@archive/postgres';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { readConfig } from '../../src/config/index.ts';
import { baseline, migrations } from '../../src/database/migrations/index.ts';
import { migrateDatabase } from '../../src/migrations.ts';
import { StorageCleanup } from '../../src/modules/storage/storage-cleanup.ts';
import { FILE_DELETION_LOCK } from '../../src/modules/storage/index.ts';
import { aPng } from '../builders/files.ts';
import { startApi } from '../support/api.ts';
import { catalogOf } from '../support/catalog.ts';
import type { Browser } from '../support/browser.ts';
import { withApplicationRole } from '../support/database.ts';
import { filesBelow } from '../support/files-below.ts';
import { archiveDocument, ingest } from '../support/ingest.ts';
import { loadRelease, readRelease } from '../support/release.ts';
import { S3Server } from '../support/s3-server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { run, runHere } from './programs.ts';

const CLUSTER = process.env.TEST_CLUSTER_URL ?? '';

/** Written by the storage check that ends a restore. */
const TABLES_CHANGED_BY_RESTORE = ['storage_check', 'storage_discrepancy'];

type Rows = Record<string, string[]>;
type Files = Record<string, string>;

let directory: string;
const folder = (name: string) => path.join(directory, name);

/** Every row of every table as text. */
async function rowsOf(url: string, text = 't::text'): Promise<Rows> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const rowsByTable: Rows = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select ${text} as row from ${name} t order by 1`);
    rowsByTable[name] = rows.map(({ row }) => row);
  }
  const { rows: sequences } = await client.query<{ row: string }>(
    `select sequencename || ' ' || coalesce(last_value, 0) as row from pg_sequences where schemaname = 'public' order by 1`,
  );
  rowsByTable['sequences'] = sequences
    .map(({ row }) => row)
    .filter((row) => !TABLES_CHANGED_BY_RESTORE.some((table) => row.startsWith(table)));
  await client.end();
  for (const name of TABLES_CHANGED_BY_RESTORE) delete rowsByTable[name];
  return rowsByTable;
}

/** Every file of a library, in Base64. */
async function filesOf(root: string): Promise<Files> {
  const names = (await filesBelow(root)).filter((name) => !name.startsWith('.incoming')).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(root, name), 'base64')] as const)),
  );
}

/** A target for a restore: a database without tables, and a data directory. */
async function emptyPlace(name: string) {
  const database = await createDatabase(CLUSTER);
  const dataDirectory = folder(name);
  return {
    ...database,
    library: path.join(dataDirectory, 'media'),
    environment: {
      DATABASE_OWNER_URL: database.url,
      DATABASE_URL: withApplicationRole(database.url),
      DATA_DIR: dataDirectory,
    },
  };
}

async function uploadPicture(curator: Browser, title: string): Promise<string> {
  const { status, body } = await upload(curator, await aPng(), { title });
  if (status !== 201) throw new Error(`${status} ${body.detail}`);
  return body.media_slug;
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'backups-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('an archive that is backed up while people edit', () => {
  let busy: { rows: Rows; written: number };
  let quiet: { rows: Rows; files: Files };
  let backup: string;
  let addedInQuiet: string[];
  let results: Awaited<ReturnType<typeof run>>[];

  beforeAll(async () => {
    backup = folder('backup');
    const database = await createDatabase(CLUSTER, { template: process.env.TEST_TEMPLATE });
    const api = await startApi({ databaseUrl: withApplicationRole(database.url) });
    const worker = await startWorker(api);
    const curator = await api.signIn();
    await ingest(curator, await archiveDocument());
    // Both backups have its file, whatever else changes during the first one.
    await uploadPicture(curator, 'Kept');
    const disposable = [];
    for (let index = 0; index < 6; index += 1) disposable.push(await uploadPicture(curator, `Disposable ${index}`));
    const environment = {
      DATABASE_URL: api.config.database.url,
      DATA_DIR: api.config.dataDirectory,
      BACKUP_LOCATION: backup,
    };
    let running = true;
    const first = run('backup', environment).finally(() => (running = false));
    let written = 0;
    for (; running; written += 1) {
      const name = `Witness ${String(written).padStart(4, '0')}`;
      expect((await curator.post('/api/curator/people', { full_name: name })).status).toBe(201);
      await uploadPicture(curator, name);
      const slug = disposable.pop();
      if (slug) await curator.send('DELETE', `/api/curator/media/${slug}?delete_from_s3=true`);
    }
    results = [await first];
    busy = { rows: await rowsOf(database.url), written };
    await waitUntil(async () => {
      const { rows } = await api.database.pool.query('select from derivative_task');
      await worker.get(StorageCleanup).resume(0);
      const { rows: due } = await api.database.pool.query('select from storage_cleanup');
      return rows.length + due.length === 0;
    });
    const contents = new Set(await filesBelow(path.join(backup, 'content')));
    await worker.close();
    await api.app.close();
    results.push(await run('backup', environment));
    addedInQuiet = (await filesBelow(path.join(backup, 'content'))).filter((name) => !contents.has(name));
    quiet = { rows: await rowsOf(database.url), files: await filesOf(path.join(api.config.dataDirectory, 'media')) };
    await api.close();
    await database.drop();
  }, 300_000);

  test('is restored completely after it was destroyed, row by row and byte by byte', async () => {
    expect(results).toEqual([
      {
        status: 0,
        output: expect.stringMatching(/^Backup \S+Z in \S+backup: [\d,]+ rows of \d+ tables and \d+ files? /),
      },
      { status: 0, output: expect.stringMatching(/^Backup/) },
    ]);
    const place = await emptyPlace('quiet');
    const { status, output } = await run('restore', { ...place.environment, BACKUP_LOCATION: backup });
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(/\nStorage check: every record has its file, and every file its record\.\n$/),
    ]);
    expect(await rowsOf(place.url)).toEqual(quiet.rows);
    expect(await filesOf(place.library)).toEqual(quiet.files);
    expect(Object.keys(quiet.files).length).toBeGreaterThan(busy.written);
    // The restored archive works, with the privileges of the application.
    const again = await startApi({
      databaseUrl: place.environment.DATABASE_URL,
      environment: { DATA_DIR: place.environment.DATA_DIR },
    });
    const curator = await again.signIn();
    expect((await curator.post('/api/curator/people', { full_name: 'Someone New' })).status).toBe(201);
    await again.close();
    await place.drop();
  });

  test('has one consistent state in each backup, with complete files', async () => {
    const [name = ''] = (await readdir(path.join(backup, 'backups'))).toSorted();
    const place = await emptyPlace('busy');
    const { status, output } = await run('restore', {
      ...place.environment,
      BACKUP_LOCATION: backup,
      BACKUP_NAME: name.slice(0, name.indexOf('.')),
    });
    expect([status, output]).toEqual([0, expect.stringContaining('Storage check: every record has its file')]);
    const restored = await rowsOf(place.url);
    const client = new pg.Client(place.url);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select full_name as name from person where full_name like 'Witness %' order by 1`,
    );
    await client.end();
    // The backup ran while people were added, so it contains the first of them without gaps.
    expect(rows.map((row) => row.name)).toEqual(rows.map((_, index) => `Witness ${String(index).padStart(4, '0')}`));
    expect(rows.length).toBeLessThan(busy.written);
    for (const table of ['person', 'voyage', 'passenger', 'president', 'history'])
      expect(busy.rows[table]).toEqual(expect.arrayContaining(restored[table] ?? []));
    await place.drop();
  });

  test('stores only new files the next time', () => {
    const { files } = quiet;
    expect(addedInQuiet.length).toBeGreaterThan(0);
    expect(addedInQuiet.length).toBeLessThan(Object.keys(files).length);
  });

  test('is not restored over an existing archive or next to other files', async () => {
    const place = await emptyPlace('taken');
    const config = readConfig({ NODE_ENV: 'test', ...place.environment });
    await migrateDatabase(config, () => undefined);
    const owner = new pg.Client(place.url);
    await owner.connect();
    await owner.query(`insert into voyage (slug, title, start_date) values ('a', 'A', '1950-01-01')`).catch(() => 0);
    const { rows } = await owner.query('select from voyage');
    expect(rows).toHaveLength(1);
    const environment = { ...place.environment, BACKUP_LOCATION: backup };
    expect(await runHere('restore', environment)).toEqual({
      status: 1,
      output: 'The database is in use. Stop the API and the workers, and restore again.\n',
    });
    await owner.end();
    expect(await runHere('restore', environment)).toEqual({
      status: 1,
      output: 'The database already has an archive. Restore into an empty database, or an empty folder.\n',
    });
    const other = await emptyPlace('with-files');
    await runHere('migrate', other.environment);
    await mkdir(other.library, { recursive: true });
    await writeFile(path.join(other.library, 'mine.txt'), 'mine');
    expect(await runHere('restore', { ...other.environment, BACKUP_LOCATION: backup })).toEqual({
      status: 1,
      output: 'The library already has files. Restore into an empty folder, or an empty bucket.\n',
    });
    expect(await readFile(path.join(other.library, 'mine.txt'), 'utf8')).toBe('mine');
    await other.drop();
    await place.drop();
  });

  test('is never restored partially: damage is reported, and nothing is left behind', async () => {
    const [largest = ''] = await largestContents(backup);
    const file = path.join(backup, 'content', largest);
    const bytes = await readFile(file);
    const place = await emptyPlace('damaged');
    await writeFile(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
    const { status, output } = await runHere('restore', { ...place.environment, BACKUP_LOCATION: backup });
    await writeFile(file, bytes);
    expect([status, output]).toEqual([1, expect.stringMatching(/The backup is damaged[.:]/)]);
    expect(await rowsOf(place.url)).toEqual({ sequences: [] });
    expect(await filesBelow(place.library).catch(() => [])).toEqual([]);
    await place.drop();
  });

  test.each([
    [
      'an older version',
      (names: string[]) => [...names, '20991231000000-later'],
      'The backup was made by a newer version of the archive (20991231000000-later). Restore it with that version.\n',
    ],
    [
      'a version that no longer knows its tables',
      () => ['20261120000001-foundations'],
      'The backup was made before November 23, 2026. Restore it with the version that made it, and upgrade that archive to a version of November 27, 2026 first.\n',
    ],
  ])('is not restored by %s', async (_, migrationsOf, output) => {
    const [list = ''] = (await readdir(path.join(backup, 'backups')))
      .filter((file) => file.endsWith('.json'))
      .toSorted();
    const file = path.join(backup, 'backups', list);
    const before = await readFile(file, 'utf8');
    const manifest = JSON.parse(before) as { migrations: string[] };
    const changed = JSON.stringify({ ...manifest, migrations: migrationsOf(manifest.migrations) });
    const place = await emptyPlace('other');
    const environment = { ...place.environment, BACKUP_LOCATION: backup, BACKUP_NAME: list.replace('.json', '') };
    await writeFile(file, changed);
    expect(await runHere('restore', environment)).toMatchObject({
      status: 1,
      output: expect.stringContaining('its list of files has changed'),
    });
    const sum = await readFile(`${file}.sha256`);
    await writeFile(`${file}.sha256`, createHash('sha256').update(changed).digest('hex'));
    expect(await runHere('restore', environment)).toEqual({ status: 1, output });
    await writeFile(file, before);
    await writeFile(`${file}.sha256`, sum);
    await place.drop();
  });
});

async function largestContents(backup: string): Promise<string[]> {
  const names = await filesBelow(path.join(backup, 'content'));
  const sizes = await Promise.all(
    names.map(async (name) => ({ name, size: (await stat(path.join(backup, 'content', name))).size })),
  );
  return sizes.toSorted((a, b) => b.size - a.size).map(({ name }) => name);
}

test('buckets: a library on S3 is backed up to another server and restored', async () => {
  const [library, target] = [new S3Server('library'), new S3Server('backups')];
  await Promise.all([library.start(), target.start()]);
  const api = await startApi({ environment: library.environment });
  const slug = await uploadPicture(await api.signIn(), 'On deck');
  const environment = {
    ...library.environment,
    DATABASE_URL: api.config.database.url,
    DATA_DIR: api.config.dataDirectory,
    BACKUP_LOCATION: 's3://backups/archive',
    BACKUP_S3_ENDPOINT: target.url,
    BACKUP_S3_ACCESS_KEY_ID: target.environment['S3_ACCESS_KEY_ID'] ?? '',
    BACKUP_S3_SECRET_ACCESS_KEY: target.environment['S3_SECRET_ACCESS_KEY'] ?? '',
    BACKUP_KEEP: '1',
  };
  expect(await runHere('backup', environment)).toMatchObject({ status: 0 });
  await api.app.close();
  const second = await runHere('backup', environment);
  expect([second.status, second.output]).toEqual([0, expect.stringMatching(/Older backups removed: 1\.\n$/)]);
  const lists = [...target.objects.keys()].filter((key) => key.startsWith('archive/backups/'));
  expect(lists).toHaveLength(2);
  const before = [...library.objects].map(([key, { body }]) => [key, body.toString('base64')]);
  library.objects.clear();
  const place = await emptyPlace('bucket');
  expect(await runHere('restore', { ...environment, ...place.environment })).toMatchObject({ status: 0 });
  expect([...library.objects].map(([key, { body }]) => [key, body.toString('base64')]).toSorted()).toEqual(
    before.toSorted(),
  );
  expect((await rowsOf(place.url))['media']?.join()).toContain(slug);
  await place.drop();
  await api.close();
  await Promise.all([library.stop(), target.stop()]);
});

test('a backup of an older version is restored and migrated', async () => {
  const old = await emptyPlace('old');
  const names = migrations.map(({ name }) => name);
  const config = readConfig({ NODE_ENV: 'test', ...old.environment, DATABASE_URL: old.url });
  await migrateDatabase(config, () => undefined, baseline);
  const owner = new pg.Client(old.url);
  await owner.connect();
  await owner.query(`insert into person (slug, full_name) values ('older-person', 'Older Person')`);
  await owner.end();
  const backup = folder('old-backup');
  const source = { DATABASE_URL: old.url, DATA_DIR: folder('old'), BACKUP_LOCATION: backup };
  expect(await runHere('backup', source)).toMatchObject({ status: 0 });
  const place = await emptyPlace('upgraded');
  expect(await runHere('restore', { ...place.environment, BACKUP_LOCATION: backup })).toMatchObject({ status: 0 });
  const restored = await rowsOf(place.url);
  expect(restored['migration']).toHaveLength(names.length);
  expect(restored['person']?.join()).toContain('older-person');
  await place.drop();
  await old.drop();
});

test('a backup from before the baseline is restored as its archive is upgraded', async () => {
  const old = await emptyPlace('before');
  const owner = new pg.Client(old.url);
  await owner.connect();
  await loadRelease(owner, await readRelease('2026-11-23'));
  // Composing letters would add the current time. For some hours, uploads had a column that the baseline doesn't have.
  await owner.query(`
    update person set full_name = normalize(full_name, NFC);
    alter table media_upload add column multipart_id text;
    insert into media_upload (id, username, size, multipart_id) values (repeat('a', 32), 'c', 9, 'x')`);
  await owner.end();
  const backup = folder('before-backup');
  const source = { DATABASE_URL: old.url, DATA_DIR: folder('before'), BACKUP_LOCATION: backup };
  expect(await runHere('backup', source)).toMatchObject({ status: 0 });
  const place = await emptyPlace('after');
  expect(await runHere('restore', { ...place.environment, BACKUP_LOCATION: backup })).toMatchObject({ status: 0 });
  expect(await runHere('migrate', old.environment)).toMatchObject({ status: 0 });
  expect(await catalogOf(place.url)).toEqual(await catalogOf(old.url));
  const rows = async (url: string) => {
    // The order of words in rebuilt search documents depends on the order in which rows are stored.
    const {
      migration,
      record_change: _changes,
      voyage_search: _documents,
      ...tables
    } = await rowsOf(url, 'to_jsonb(t)::text');
    const names = migration?.map((row) => (JSON.parse(row) as { name: string }).name).toSorted();
    return { names, ...tables };
  };
  expect(await rows(place.url)).toEqual(await rows(old.url));
  expect((await rows(place.url)).names).toEqual(expect.arrayContaining(baseline));
  await place.drop();
  await old.drop();
});

describe('a backup location', () => {
  test.each([
    ['folder', {}, (data: string) => path.join(data, 'media', 'backups')],
    ['bucket', { S3_BUCKET: 'library', S3_ENDPOINT: 'http://127.0.0.1:1' }, () => 's3://library/backups'],
  ])('in the media library is refused: a %s', async (_, library, locationIn) => {
    const location = locationIn(folder('library'));
    const environment = { ...library, DATA_DIR: folder('library'), DATABASE_URL: CLUSTER, BACKUP_LOCATION: location };
    expect(await runHere('backup', environment)).toEqual({
      status: 1,
      output: `${location} is in the media library. Use another folder or bucket for the backups.\n`,
    });
  });

  test('with other files, or with the backups of another archive, is refused', async () => {
    const other = await emptyPlace('other');
    await runHere('migrate', other.environment);
    const source = { ...other.environment, BACKUP_LOCATION: folder('backup') };
    expect(await runHere('backup', source)).toEqual({
      status: 1,
      output: `${folder('backup')} has the backups of another archive. Use another folder.\n`,
    });
    const foreign = folder('foreign');
    await mkdir(foreign);
    await writeFile(path.join(foreign, 'thesis.txt'), 'mine');
    expect(await runHere('backup', { ...other.environment, BACKUP_LOCATION: foreign })).toEqual({
      status: 1,
      output: `${foreign} has other files and no backups. Use an empty folder.\n`,
    });
    expect(await readdir(foreign)).toEqual(['thesis.txt']);
    expect(await runHere('restore', { ...other.environment, BACKUP_LOCATION: foreign })).toEqual({
      status: 1,
      output: `${foreign} has no backups.\n`,
    });
    const { BACKUP_LOCATION: _, ...without } = source;
    expect(await runHere('backup', without)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^BACKUP_LOCATION is not set\. Set it to a folder/),
    });
    await other.drop();
  });
});

test('deletions of files wait while a backup runs', async () => {
  const api = await startApi();
  const worker = await startWorker(api);
  const curator = await api.signIn();
  const slug = await uploadPicture(curator, 'To delete');
  const { rows } = await api.database.pool.query<{ key: string }>('select storage_key as key from media');
  const file = path.join(api.config.dataDirectory, 'media', rows[0]?.key ?? '');
  const backup = new pg.Client(api.config.database.url);
  await backup.connect();
  await backup.query('select pg_advisory_lock($1)', [FILE_DELETION_LOCK]);
  await curator.send('DELETE', `/api/curator/media/${slug}?delete_from_s3=true`);
  const cleanup = worker.get(StorageCleanup);
  const { rows: due } = await api.database.pool.query<{ id: number }>('select id from storage_cleanup');
  await cleanup.delete(Number(due[0]?.id));
  expect((await stat(file)).isFile()).toBe(true);
  await backup.end();
  await cleanup.delete(Number(due[0]?.id));
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await worker.close();
  await api.close();
});

test('a backup without the files of some records says so, and keeps the older ones', async () => {
  const api = await startApi();
  const curator = await api.signIn();
  await uploadPicture(curator, 'Lost soon');
  const environment = {
    DATABASE_URL: api.config.database.url,
    DATA_DIR: api.config.dataDirectory,
    BACKUP_LOCATION: folder('incomplete'),
    BACKUP_KEEP: '1',
  };
  expect((await runHere('backup', environment)).output).not.toContain('NOT COMPLETE');
  await rm(path.join(api.config.dataDirectory, 'media'), { recursive: true });
  const { status, output } = await runHere('backup', environment);
  expect(status).toBe(0);
  expect(output).toContain(
    'NOT COMPLETE: the files of 1 record are missing in the storage, so no older backup was removed.',
  );
  const lists = (await filesBelow(folder('incomplete'))).filter((name) => /^backups\/.*\.json$/.test(name));
  expect(lists).toHaveLength(2);
  await api.close();
});
