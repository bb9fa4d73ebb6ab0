import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { ArchiveSetup, PackageImportResult, Problem } from '@archive/contracts';
import { aPng } from '../builders/files.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { PackageReader } from '../../src/modules/sandbox/program/package-reader.ts';
import { TABLE_NAMES } from '../../src/modules/exports/package/record-tables.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { archiveDocument, hasEnded, ingest, startImport, undoIngest, waitForReport } from '../support/ingest.ts';
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
  'api_token',
  'derivative',
  'derivative_task',
  'device_key',
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
  'portrait_image',
  'record_change',
  'retention_run',
  'sandbox_crash',
  'schema_contract',
  'search_word',
  'security_event',
  'session',
  'storage_check',
  'storage_cleanup',
  'storage_discrepancy',
  'voyage_search',
  'worker',
];

const rowsOf = async ({ database }: TestApi) => {
  const tables = await Promise.all(
    TABLE_NAMES.map(async (table) => {
      const { rows } = await database.pool.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table} t order by t::text`,
      );
      return [table, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(tables);
};

const importInto = async (browser: Browser, bytes: Buffer<ArrayBuffer>, query = '') => {
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'archive.zip');
  const response = await browser.request('POST', `/api/curator/archive-package${query}`, { body: form });
  return { status: response.status, body: (await response.json()) as PackageImportResult & Problem };
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
  await savePreviewDecisions();
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
  // The thumbnail job also stores the picture’s dimensions.
  await waitUntil(async () => {
    const { rows } = await source.database.pool.query('select from media where width is not null');
    return rows.length === 1;
  });
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
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...TABLE_NAMES, ...NOT_IN_A_PACKAGE].toSorted());
});

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

  test('contains the document, every kind of record and the files', async () => {
    expect(await text(await reader.open('data/voyages.md'))).toBe(
      await (await curator.get('/api/export/archive')).text(),
    );
    const people = (await text(await reader.open('data/records/person.jsonl'))).trimEnd().split('\n');
    expect(people.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        full_name: 'Zoë O’Hara',
        filed_under: 'Ohara, Zoë',
        filing_proposal: 'O’Hara, Zoë',
        filing_key: 'ohara  zoe',
        aliases: ['Lizzie'],
        notes_internal: 'Said to have sung.\u2028Twice.',
      }),
    );
    for (const table of [
      'album',
      'media',
      'history',
      'passenger',
      'president',
      'person_alias',
      'name_decision',
      'column_mapping',
    ])
      expect((await text(await reader.open(`data/records/${table}.jsonl`))).trim()).not.toBe('');
    expect(reader.paths.filter((name) => name.startsWith('data/files/')).length).toBeGreaterThanOrEqual(2);
  });

  test('restores every row in an empty archive, and new records can be added', async () => {
    const target = await startApi();
    const targetCurator = await target.signIn();
    const { status, body } = await importInto(targetCurator, zip);
    expect([status, body]).toEqual([200, expect.objectContaining({ voyages: 33, media: 1, files: 4 })]);
    expect(await rowsOf(target)).toEqual(await rowsOf(source));
    expect(await targetCurator.json('/api/voyages?q=Trudeau')).toHaveLength(1);
    expect((await targetCurator.post('/api/curator/people', { full_name: 'Someone New' })).status).toBe(201);
    const [media] = await targetCurator.json<{ url: string }[]>('/api/media');
    expect((await targetCurator.get(media?.url ?? '')).status).toBe(200);
    expect(await importInto(targetCurator, zip)).toMatchObject({ status: 409 });
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
    expect(await importInto(browser, zip)).toMatchObject({
      status: 409,
      body: {
        detail: `This archive has no records, but it still has ${changes} changes in its history, 1 import, and 2 files in the trash. A package would delete this for good. Agree to that first.`,
      },
    });

    const person = await browser.post('/api/curator/people', { full_name: 'Ann Lee' });
    const { person_slug: slug } = (await person.json()) as { person_slug: string };
    expect(await importInto(browser, zip, '?replace_earlier_work=1')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('already has records') },
    });
    await target.asOwner(`delete from person where slug = '${slug}'`);

    const { status, body } = await importInto(browser, zip, '?replace_earlier_work=1');
    expect([status, body]).toEqual([200, expect.objectContaining({ voyages: 33, media: 1, files: 4 })]);
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
    expect(objects.map(({ key }) => `/media-files/${key}`)).toEqual(current.map(({ url }) => url));
    expect((await setup()).is_empty).toBe(false);
    await targetWorker.close();
    await target.close();
  });

  test('is the same when the archive that imported it exports it again', async () => {
    const target = await startApi();
    const targetCurator = await target.signIn();
    expect((await importInto(targetCurator, zip)).status).toBe(200);
    const again = path.join(directory, 'again.zip');
    const response = await targetCurator.get('/api/export/package?files=1');
    await writeFile(again, Buffer.from(await response.arrayBuffer()));
    const exported = await PackageReader.open(again);
    expect(exported.paths).toEqual(reader.paths);
    for (const name of reader.paths)
      expect([name, await buffer(await exported.open(name))]).toEqual([name, await buffer(await reader.open(name))]);
    exported.close();
    await target.close();
  });

  test('changes nothing if it is damaged, incomplete or not an archive package', async () => {
    const target = await startApi();
    const targetCurator = await target.signIn();
    const before = await rowsOf(target);
    const damaged = Buffer.from(zip);
    const index = damaged.indexOf('manifest-sha256.txt');
    damaged.fill(0x30, index + 200, index + 260);
    for (const bytes of [damaged, Buffer.from(zip.subarray(0, zip.length / 2)), Buffer.from('no zip')])
      expect((await importInto(targetCurator, bytes)).status).toBe(422);
    expect(await rowsOf(target)).toEqual(before);
    await target.close();
  });

  test('is rejected immediately while an import runs, without affecting it', async () => {
    await startImport(curator, await archiveDocument(), { dryRun: true });
    expect((await importInto(curator, zip)).status).toBe(409);
  });
});
