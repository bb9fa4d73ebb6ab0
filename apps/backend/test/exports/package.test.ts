import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ArchiveSetup } from '@archive/contracts';
import { aPng, anMp3 } from '../builders/files.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { PackageReader } from '../../src/modules/sandbox/program/package-reader.ts';
import { RECORD_TABLES } from '../../src/modules/records/index.ts';
import { PACKAGE_KINDS, type PackageKind, recordsPath } from '../../src/modules/exports/package/package-format.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { archiveDocument, hasEnded, ingest, startImport, undoIngest, waitForReport } from '../support/ingest.ts';
import { importPackage } from '../support/package.ts';
import { upload } from '../support/upload.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startWorker } from '../support/worker.ts';

let source: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
let directory: string;
let zip: Buffer<ArrayBuffer>;
let reader: PackageReader;

/** Short-lived state, releases of micro-frontends, and data derived from records. */
const NOT_IN_A_PACKAGE = [
  'account',
  'account_name',
  'api_token',
  'derivative',
  'derivative_task',
  'device_key',
  'edition',
  'edition_address',
  'edition_file',
  'edition_setting',
  'edition_withheld',
  'file_page',
  'file_text',
  'frontend_page_report',
  'frontend_preview',
  'frontend_report',
  'frontend_revision',
  'frontend_verdict',
  'frontend_registration',
  'frontend_version',
  'idempotency_key',
  'ingest_name',
  'confirmation',
  'login_attempt',
  'media_trash',
  'media_upload',
  'migration',
  'package_import',
  'passkey',
  'place_name',
  'portrait_image',
  'proposal',
  'record_change',
  'record_editor',
  'retention_run',
  'sandbox_crash',
  'schema_contract',
  'search_word',
  'second_factor',
  'security_event',
  'session',
  'storage_check',
  'storage_cleanup',
  'storage_discrepancy',
  'voyage_search',
  'worker',
];

const recordsOf = async (kind: PackageKind) => {
  const lines = (await text(await reader.open(recordsPath(kind)))).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as object);
};

const rowsOf = async ({ database }: TestApi) => {
  const tables = await Promise.all(
    RECORD_TABLES.map(async (table) => {
      const { rows } = await database.pool.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table} t order by t::text`,
      );
      return [table, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(tables);
};

/** Saves curators’ preview decisions: name matches and column mappings. */
async function savePreviewDecisions(): Promise<void> {
  const { operation_id: id } = await ingest(curator, '## 1976-07-09\n\nPassengers: Zoe Ohara, Ben and Tony Bradlee\n', {
    dryRun: true,
  });
  const decisions = [
    { key: 'person:zoe ohara', decision: { kind: 'person', person_slug: 'ohara-zoe' } },
    { key: 'group:ben and tony bradlee', decision: { kind: 'split', names: ['Ben Bradlee', 'Tony Bradlee'] } },
  ];
  expect((await curator.post(`/api/curator/ingest/${id}/names`, { decisions })).status).toBe(202);
  const table = await ingest(curator, 'Date,Guests,Hull\n1976-07-10,Ann Lee,blue\n', { dryRun: true });
  const columns = ['start_date', 'passengers', 'notes'];
  const response = await curator.post(`/api/curator/ingest/${table.operation_id}/columns`, { columns });
  expect(response.status).toBe(202);
  for (const operation of [id, table.operation_id]) await waitForReport(curator, operation, hasEnded);
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'package-test-'));
  source = await startApi();
  worker = await startWorker(source, { readsTexts: true });
  curator = await source.signIn();
  await ingest(curator, await archiveDocument());
  const [voyage] = await curator.json<{ voyage_slug: string }[]>('/api/voyages?q=Trudeau');
  const post = async (route: string, body: unknown) => {
    const response = await curator.post(route, body);
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
  };
  await post('/api/curator/people', {
    full_name: 'Zoë O’Hara',
    // JSON may contain this line separator.
    notes_internal: 'Said to have sung.\u2028Twice.',
    birth_year: 1900,
    tags: ['singer'],
    filed_under: 'Ohara, Zoë',
    aliases: ['Lizzie'],
  });
  await post('/api/curator/albums', {
    title: 'Dinner',
    voyage_slug: voyage?.voyage_slug,
    description: 'Of the evening',
  });
  await post('/api/curator/albums', { title: 'Menus', voyage_slug: null, description: 'Of *all* dinners' });
  await post('/api/curator/places', { name: 'Potomac River', kind: 'river', latitude: 38.5, longitude: -77.25 });
  await post('/api/curator/places', { name: 'The Potomac', variants: ['Potomac'], part_of: 'potomac-river' });
  await post('/api/curator/places/the-potomac/merge', { into: 'potomac-river' });
  await post('/api/curator/stories', {
    title: 'On the river',
    body: '[Potomac](/places/potomac-river)',
    author: 'Anna',
  });
  await post('/api/curator/places/wordings', { wordings: ['at sea'], decision: 'not_a_place' });
  await savePreviewDecisions();
  const put = async (route: string, body: unknown) => {
    const response = await curator.send('PUT', route, body);
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
  };
  const toast = await upload(curator, anMp3(), { title: 'Toast' });
  await put(`/api/curator/media/${toast.body.media_slug}/captions/en`, {
    label: 'English',
    content: 'WEBVTT\n\n00:01.000 --> 00:04.000\nCheers.\n',
  });
  await post('/api/curator/people', { full_name: 'Zoe Smith', person_slug: 'zoe-smith' });
  await post('/api/curator/people/ohara-zoe/merge', { from: 'zoe-smith', choices: { full_name: 'survivor' } });
  await put('/api/curator/people/ohara-zoe/not-duplicates/truman-harry-s', undefined);
  const form = new FormData();
  form.set('title', 'A menu');
  form.set('date', '1946-06/1946-08');
  form.set('media_type', 'image');
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  form.set('file', new Blob([picture], { type: 'image/png' }), 'menu.png');
  const uploaded = await curator.request('POST', '/api/curator/media/upload', { body: form });
  if (!uploaded.ok) throw new Error(`${uploaded.status} ${await uploaded.text()}`);
  const { media_slug: menu } = (await uploaded.json()) as { media_slug: string };
  const region = { x: 0.25, y: 0.1, width: 0.5, height: 0.3 };
  await put(`/api/curator/media/${menu}/people`, { people: [{ person_slug: 'ohara-zoe', region }] });
  await put('/api/curator/people/ohara-zoe', { portrait: menu });
  await post('/api/curator/media/link-to-voyage', { voyage_slug: voyage?.voyage_slug, media_slug: menu });
  await put('/api/curator/albums/menus/media', { media_slugs: [menu, toast.body.media_slug] });
  await source.asOwner(
    `insert into media_fetch (operation_id, voyage_id, url, host, category, field, state, reason)
    select i.operation_id, i.voyage_id, 'https://example.org/a.jpg', 'example.org', 'source', 'source_urls', 'failed', 'Not found'
    from ingest_record i limit 1`,
  );
  // The jobs for previews also store the dimensions of the picture and the duration of the recording.
  await waitUntil(async () => (await source.database.pool.query('select from derivative_task')).rowCount === 0);
  const { rows: read } = await source.database.pool.query(
    `select m.slug, coalesce(m.width, m.duration) is not null as "isRead", d.error from media m
     left join derivative d on d.media_id = m.id and d.kind = 'thumbnail' order by 1`,
  );
  expect(read).toEqual([menu, toast.body.media_slug].toSorted().map((slug) => ({ slug, isRead: true, error: null })));
  const response = await curator.get('/api/export/package?files=1');
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(/filename="sequoia-archive-\d{4}-\d\d-\d\d\.zip"/);
  zip = Buffer.from(await response.arrayBuffer());
  const file = path.join(directory, 'archive.zip');
  await writeFile(file, zip);
  reader = await PackageReader.open(file);
});
afterAll(async () => {
  reader?.close();
  await worker?.close();
  await source?.close();
  await rm(directory, { recursive: true, force: true });
});

test('a truncated upload is rejected', async () => {
  const target = await startApi();
  const response = await (
    await target.signIn()
  ).request('POST', '/api/curator/archive-package', {
    headers: { 'content-type': 'multipart/form-data; boundary=part' },
    body: '--part\r\ncontent-disposition: form-data; name="file"; filename="archive.zip"\r\n\r\nPK\r\n',
  });
  expect(response.status).toBe(400);
  await target.close();
});

test('a package contains every table except those in NOT_IN_A_PACKAGE', async () => {
  const { rows } = await source.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...RECORD_TABLES, ...NOT_IN_A_PACKAGE].toSorted());
});

// Neither npm nor Debian has a BagIt validator; `pip install bagit` has.
const hasBagIt = spawnSync('bagit.py', ['--version']).status === 0;
async function unzipped(): Promise<string> {
  const folder = path.join(directory, 'bag');
  await promisify(execFile)('unzip', ['-q', '-o', path.join(directory, 'archive.zip'), '-d', folder]);
  return folder;
}

describe('the package of an archive', () => {
  test('is a complete BagIt bag with valid checksums', async () => {
    expect(await text(await reader.open('bagit.txt'))).toBe('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
    for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
      const lines = (await text(await reader.open(manifest))).trimEnd().split('\n');
      const listed = lines.map((line) => line.split('  '));
      const expected = reader.paths.filter((name) => name.startsWith('data/') === (manifest === 'manifest-sha256.txt'));
      expect(listed.map(([, name]) => name).toSorted()).toEqual(
        expected.filter((name) => name !== 'tagmanifest-sha256.txt').toSorted(),
      );
      for (const [sum, name = ''] of listed)
        expect([
          name,
          createHash('sha256')
            .update(await buffer(await reader.open(name)))
            .digest('hex'),
        ]).toEqual([name, sum]);
    }
    const bytes = await Promise.all(
      reader.paths
        .filter((name) => name.startsWith('data/'))
        .map(async (name) => (await buffer(await reader.open(name))).length),
    );
    const oxum = `Payload-Oxum: ${bytes.reduce((sum, size) => sum + size, 0)}.${bytes.length}`;
    expect(await text(await reader.open('bag-info.txt'))).toContain(oxum);
  });

  (hasBagIt ? test : test.skip)('is valid for bagit.py (skipped where it is not installed)', async () => {
    await promisify(execFile)('bagit.py', ['--validate', await unzipped()]);
  });

  test('has the checksums that a program of others computes', async () => {
    for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt'])
      await promisify(execFile)('sha256sum', ['--check', '--strict', '--quiet', manifest], { cwd: await unzipped() });
  });

  test.each(PACKAGE_KINDS)('describes its %s with a JSON schema', async (kind) => {
    const schema = await text(await reader.open(`schemas/${kind}.schema.json`));
    const published = new URL(`../../../../docs/package/${kind}.schema.json`, import.meta.url);
    // A changed schema has to accept the packages of earlier versions. Update the files with WRITE_SCHEMAS=1.
    if (process.env.WRITE_SCHEMAS === '1') await writeFile(published, schema);
    expect(schema).toBe(await readFile(published, 'utf8'));
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(schema) as object);
    for (const record of await recordsOf(kind)) {
      expect([isValid(record), isValid.errors]).toEqual([true, null]);
      expect(isValid({ ...record, some_new_field: 1 })).toBe(false);
    }
  });

  test('contains the document, every kind of record and the files', async () => {
    expect(await text(await reader.open('data/voyages.md'))).toBe(
      await (await curator.get('/api/export/archive')).text(),
    );
    expect(await recordsOf('people')).toContainEqual(
      expect.objectContaining({
        person_slug: 'ohara-zoe',
        full_name: 'Zoë O’Hara',
        filed_under: 'Ohara, Zoë',
        aliases: ['Lizzie'],
        notes_internal: 'Said to have sung.\u2028Twice.',
      }),
    );
    for (const kind of PACKAGE_KINDS) expect([kind, await recordsOf(kind)]).not.toEqual([kind, []]);
    expect(reader.paths.filter((name) => name.startsWith('data/files/')).length).toBeGreaterThanOrEqual(2);
  });

  test('restores every row in an empty archive, and new records can be added', async () => {
    const target = await startApi();
    const targetCurator = await target.signIn();
    const targetWorker = await startWorker(target);
    expect(await importPackage(targetCurator, zip)).toMatchObject({
      outcome: 'completed',
      imported: { voyages: 33, media: 2, files: 5 },
    });
    expect(await rowsOf(target)).toEqual(await rowsOf(source));
    expect(await targetCurator.json('/api/voyages?q=Trudeau')).toHaveLength(1);
    expect((await targetCurator.post('/api/curator/people', { full_name: 'Someone New' })).status).toBe(201);
    const [media] = await targetCurator.json<{ url: string }[]>('/api/media');
    expect((await targetCurator.get(media?.url ?? '')).status).toBe(200);
    expect(await importPackage(targetCurator, zip)).toMatchObject({ outcome: 409 });
    await targetWorker.close();
    await target.close();
  });

  test('replaces what undone imports and deleted records left, after consent, but no records', async () => {
    const target = await startApi();
    const targetWorker = await startWorker(target);
    const browser = await target.signIn();
    const setup = () => browser.json<ArchiveSetup>('/api/curator/archive-setup');
    expect(await setup()).toEqual({ is_empty: true, has_sample: true, earlier_work: null });

    const { operation_id: id } = await ingest(browser, await archiveDocument());
    expect(await setup()).toMatchObject({ is_empty: false });
    await undoIngest(browser, id);
    // The same file as in the package, and another one.
    const [own] = await curator.json<{ url: string; media_slug: string }[]>('/api/media');
    const menu = Buffer.from(await (await curator.get(own?.url ?? '')).arrayBuffer());
    const fields = { media_slug: own?.media_slug ?? '', title: 'A menu', media_type: 'image' };
    for (const { body } of [await upload(browser, menu, fields), await upload(browser, await aPng())])
      expect((await browser.send('DELETE', `/api/curator/media/${body.media_slug}`)).status).toBe(204);
    await browser.send('PUT', '/api/curator/people/truman-harry-s', { notes_internal: 'Played the piano.' });
    const { changes } = (await setup()).earlier_work ?? {};
    expect(await setup()).toEqual({
      is_empty: true,
      has_sample: true,
      earlier_work: { changes: expect.any(Number), imports: 1, trashed_media: 2 },
    });
    expect(await importPackage(browser, zip)).toMatchObject({
      outcome: 409,
      detail: `This archive has no records, but it still has ${changes} changes in its history, 1 import, and 2 files in the trash. Importing a package deletes this permanently. Confirm that first.`,
    });

    const person = await browser.post('/api/curator/people', { full_name: 'Ann Lee' });
    const { person_slug: slug } = (await person.json()) as { person_slug: string };
    expect(await importPackage(browser, zip, '?replace_earlier_work=1')).toMatchObject({
      outcome: 409,
      detail: expect.stringContaining('already has records'),
    });
    await target.asOwner(`delete from person where slug = '${slug}'`);

    expect(await importPackage(browser, zip, '?replace_earlier_work=1')).toMatchObject({
      outcome: 'completed',
      imported: { voyages: 33, media: 2, files: 5 },
    });
    expect(await rowsOf(target)).toEqual(await rowsOf(source));
    expect(await browser.json('/api/curator/trash')).toMatchObject({ total: 0 });
    const storage = target.app.get(Storage, { strict: false });
    const current = await curator.json<{ url: string }[]>('/api/media');
    // Deleted: the other picture, its previews and the document of the undone import.
    await waitUntil(async () => {
      const { objects } = await storage.list('', {});
      const { rows } = await target.database.pool.query('select 1 from storage_cleanup where due_at < now()');
      return rows.length === 0 && objects.every(({ key }) => !key.includes(id));
    });
    for (const { url } of current) expect((await browser.get(url)).status).toBe(200);
    const { objects } = await storage.list('unattached/', {});
    expect(objects.map(({ key }) => `/media-files/${key}`).toSorted()).toEqual(
      current.map(({ url }) => url).toSorted(),
    );
    expect((await setup()).is_empty).toBe(false);
    await targetWorker.close();
    await target.close();
  });

  test('is the same when the archive that imported it exports it again', async () => {
    const target = await startApi();
    const targetCurator = await target.signIn();
    const targetWorker = await startWorker(target);
    expect(await importPackage(targetCurator, zip)).toMatchObject({ outcome: 'completed' });
    const again = path.join(directory, 'again.zip');
    const response = await targetCurator.get('/api/export/package?files=1');
    await writeFile(again, Buffer.from(await response.arrayBuffer()));
    const exported = await PackageReader.open(again);
    expect(exported.paths).toEqual(reader.paths);
    for (const name of reader.paths)
      expect([name, await buffer(await exported.open(name))]).toEqual([name, await buffer(await reader.open(name))]);
    exported.close();
    await targetWorker.close();
    await target.close();
  });

  test('changes nothing if it is damaged, incomplete or not an archive package', async () => {
    const target = await startApi();
    const targetCurator = await target.signIn();
    const targetWorker = await startWorker(target);
    const before = await rowsOf(target);
    const damaged = Buffer.from(zip);
    const index = damaged.indexOf('manifest-sha256.txt');
    damaged.fill(0x30, index + 200, index + 260);
    for (const bytes of [damaged, Buffer.from(zip.subarray(0, zip.length / 2)), Buffer.from('no zip')])
      expect(await importPackage(targetCurator, bytes)).toMatchObject({ outcome: 'failed', imported: null });
    expect(await rowsOf(target)).toEqual(before);
    await targetWorker.close();
    await target.close();
  });

  test('is rejected immediately while an import runs, without affecting it', async () => {
    await startImport(curator, await archiveDocument(), { dryRun: true });
    expect(await importPackage(curator, zip)).toMatchObject({ outcome: 409 });
  });
});

// Each release adds the package that it exports.
test.each(['version-1'])('the package %s is read as it was written', async (name) => {
  const file = fileURLToPath(new URL(`../fixtures/packages/${name}.zip`, import.meta.url));
  const target = await startApi();
  const browser = await target.signIn();
  const targetWorker = await startWorker(target);
  expect(await importPackage(browser, await readFile(file))).toEqual({
    outcome: 'completed',
    detail: '',
    imported: {
      voyages: 33,
      people: 104,
      media: 2,
      albums: expect.any(Number),
      stories: 0,
      places: expect.any(Number),
      files: 5,
      changed: 0,
    },
  });
  const again = path.join(directory, 'again.zip');
  await writeFile(again, Buffer.from(await (await browser.get('/api/export/package?files=1')).arrayBuffer()));
  const [before, after] = [await PackageReader.open(file), await PackageReader.open(again)];
  for (const path of before.paths.filter((entry) => entry.startsWith('data/records/'))) {
    const records = async (package_: PackageReader) =>
      (await text(await package_.open(path)))
        .trimEnd()
        .split('\n')
        .map((line) => (line === '' ? {} : (JSON.parse(line) as object)));
    // Later versions may add fields.
    expect(await records(after)).toMatchObject(await records(before));
  }
  before.close();
  after.close();
  await targetWorker.close();
  await target.close();
});
