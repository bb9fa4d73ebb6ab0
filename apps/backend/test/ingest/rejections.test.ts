import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { MAX_DOCUMENT_BYTES, type VoyageListItem } from '@archive/contracts';
import { UnavailableError } from '../../src/database/index.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { type TestApi, startApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { archiveDocument, hasEnded, ingest, reportOf, startImport, waitForReport } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { sql } from '../support/sql.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api);
  curator = await api.signIn();
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
});

const counts = async () => {
  const { rows } = await api.database.pool.query<object>(
    `select (select count(*)::int from voyage) voyages, (select count(*)::int from person) people, (select count(*)::int from history) revisions`,
  );
  return rows[0];
};

const titles = async () => {
  const voyages = await curator.json<VoyageListItem[]>('/api/voyages?limit=1000');
  return voyages.map(({ title }) => title);
};

describe('an invalid document', () => {
  test.each([
    ['is blank', ' \n\n ', 'The document is empty.'],
    ['is an image', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'This isn’t a document that can be imported.'],
    ['has no voyage', '# Minutes\n\nThe committee met.', 'No voyage was found in this document.'],
  ])('fails without changes when it %s', async (_, document, sentence) => {
    const before = await counts();
    const report = await ingest(curator, document);
    expect(report).toMatchObject({ status: 'failed', voyages_processed: 0, voyages_total: 0, problems: [] });
    expect(report.error_message).toContain(sentence);
    expect(report.finished_at).not.toBeNull();
    expect(await counts()).toEqual(before);
  });

  test('is rejected when it is empty', async () => {
    const response = await curator.post('/api/curator/ingest', { document: '' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: 'The document is empty.', errors: [{ path: 'document' }] });
  });

  test('is rejected when it is too large', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x'.repeat(MAX_DOCUMENT_BYTES + 1)]), 'large.md');
    const response = await curator.request('POST', '/api/curator/ingest', { body: form });
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      413,
      'A document can be up to 50 MB.',
    ]);
  });
});

test('voyages with errors are skipped and reported with line and field', async () => {
  const report = await ingest(
    curator,
    [
      '# President Ford (August 9, 1974 to January 20, 1977)',
      '## 1975-02-30: Impossible',
      'Location: Potomac River',
      '## 1975-03-01: Late',
      'Time: 25:10',
      '## 1500-03-01: Ancient',
      '## 1975-03-02: Kept',
      'Location: Potomac River',
    ].join('\n\n'),
  );
  expect(report).toMatchObject({ status: 'completed', voyages_total: 2, voyages_processed: 2, validation_errors: 2 });
  expect(report.problems.map(({ line, field, severity }) => [line, field, severity])).toEqual([
    [3, 'Date', 'error'],
    [9, 'Time', 'warning'],
    [11, 'Date', 'error'],
  ]);
  expect(await titles()).toEqual(['Late', 'Kept']);
});

test('a voyage that the database rejects does not affect the rest of its batch', async () => {
  await api.asOwner(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'secret' using errcode = '23514'; end $$`);
  await api.asOwner(
    `create trigger refuse before insert on voyage for each row when (new.title = 'Refused') execute function refuse()`,
  );
  const report = await ingest(
    curator,
    [
      '# Owner Sequoia Trust (1977 to 1999)',
      '## 1978-01-01: Before',
      'Passengers: Anna Before',
      '## 1978-01-02: Refused',
      'Passengers: Bert Refused',
      '## 1978-01-03: After',
      'Passengers: Bert Refused, Carl After',
    ].join('\n\n'),
  );
  expect(report).toMatchObject({
    status: 'completed',
    voyages_processed: 3,
    validation_errors: 1,
    plan: { create: 2, update: 0, unchanged: 0, conflict: 0 },
    problems: [{ line: 7, voyage: '1978-01-02', severity: 'error' }],
  });
  expect(report.problems[0]?.message).not.toContain('secret');
  expect(await titles()).toEqual(['Late', 'Kept', 'Before', 'After']);
  const { rows } = await api.database.pool.query(
    `select p.slug, o.party, (select count(*)::int from voyage v where v.president_id = p.id) voyages
     from president o join person p on p.id = o.person_id where p.full_name = 'Sequoia Trust'`,
  );
  expect(rows).toEqual([expect.objectContaining({ party: 'Private Owner', voyages: 2 })]);
});

test('a preview returns plan and problems without saving', async () => {
  const before = await counts();
  const report = await ingest(curator, await archiveDocument(), { dryRun: true });
  expect(report).toMatchObject({
    status: 'completed',
    dry_run: true,
    current_step: 'Done',
    voyages_total: 33,
    voyages_processed: 0,
    media_warnings: 1,
    plan: { create: 33, update: 0, unchanged: 0, conflict: 0 },
  });
  expect(report.problems).toHaveLength(1);
  expect(await counts()).toEqual(before);
});

test('a document can be uploaded as form data and is stored unchanged', async () => {
  const form = new FormData();
  const text = '# President Ford\n\n## 1976-01-01: By form\n';
  form.set('file', new Blob([text]), 'by form.md');
  const response = await curator.request('POST', '/api/curator/ingest?dry_run=1', { body: form });
  expect(response.status).toBe(202);
  const { operation_id: id } = (await response.json()) as { operation_id: string };
  expect(response.headers.get('location')).toBe(`/api/curator/ingest/${id}`);
  expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ filename: 'by form.md', plan: { create: 1 } });
  const { rows } = await api.database.pool.query<{ document_key: string; document_sha256: Buffer }>(
    `select document_key, document_sha256 from ingest_operation where id = $1`,
    [id],
  );
  expect(rows[0]).toEqual({
    document_key: `_system/documents/${id}.md`,
    document_sha256: createHash('sha256').update(text).digest(),
  });
});

test('an import fails with a message when its document is missing', async () => {
  await worker.close();
  const id = await startImport(curator, '## 1977-01-01');
  await api.database.pool.query(
    `update ingest_operation set document_key = '_system/documents/lost.md' where id = $1`,
    [id],
  );
  worker = await startWorker(api);
  expect(await waitForReport(curator, id, hasEnded)).toMatchObject({
    status: 'failed',
    error_message: 'The document is no longer in storage.',
  });
});

test('an import waits while storage is unavailable', async () => {
  const storage = worker.get(Storage);
  const { open } = storage;
  storage.open = () => Promise.reject(new UnavailableError('file storage'));
  const id = await startImport(curator, '## 1977-02-01: Late');
  const attempts = () =>
    api.database.row(sql<{ attempt: number }>('select attempt from ingest_operation where id = $1'), [id]);
  await waitUntil(async () => ((await attempts())?.attempt ?? 0) > 1);
  expect((await reportOf(curator, id)).status).toBe('running');
  storage.open = open;
  expect(await waitForReport(curator, id, hasEnded)).toMatchObject({ status: 'completed', voyages_processed: 1 });
});

test('an import that is interrupted repeatedly without progress fails', async () => {
  await worker.close();
  const id = await startImport(curator, '## 1977-03-01: Never');
  await api.database.pool.query(
    `update ingest_operation set interruptions = 20, attempt = 21, updated_at = now() - interval '2 minutes' where id = $1`,
    [id],
  );
  worker = await startWorker(api);
  const report = await waitForReport(curator, id, hasEnded);
  expect(report).toMatchObject({ status: 'failed', voyages_processed: 0 });
  expect(report.error_message).toContain('interrupted 20 times');
});

test('an unknown import returns 404', async () => {
  expect((await curator.get('/api/curator/ingest/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await curator.get('/api/curator/ingest/nothing')).status).toBe(404);
  await expect(reportOf(curator, 'nothing')).rejects.toThrow('404');
});
