import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type SystemStatus, ingestOperations } from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PERMANENT_TABLES, RETENTION, RETENTION_NAMES, Retention, type RetentionName } from '../../src/queues/index.ts';
import { aVoyage } from '../builders/index.ts';
import { aDocument } from '../builders/document.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { ingest } from '../support/ingest.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startWorker } from '../support/worker.ts';
import { sendRejected } from '../writing/send.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
  worker = await startWorker(api);
  // The scheduled job has run once.
  await waitUntil(async () => (await count('retention_run')) === RETENTION_NAMES.length);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const apply = (name: RetentionName) => worker.get(Retention).apply(name);
const query = async (sql: string, values: unknown[] = []) =>
  (await api.database.pool.query<Record<string, unknown>>(sql, values)).rows;
const count = async (table: string, where = 'true') =>
  Number((await query(`select count(*) n from ${table} where ${where}`))[0]?.['n']);

test('every table has a rule, or a reason to keep it', async () => {
  const tables = (
    await query(`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  ).map(({ name }) => String(name));
  const ruled = Object.values(RETENTION).flatMap((rule): string[] => [...rule.tables]);
  const known = new Set([...ruled, ...Object.keys(PERMANENT_TABLES), 'migration']);
  expect(tables.filter((table) => !known.has(table))).toEqual([]);
  expect([...known].filter((table) => !tables.includes(table))).toEqual([]);
});

describe('the job', () => {
  const ran = async () => (await query('select name from retention_run')).map(({ name }) => String(name)).toSorted();
  beforeEach(() => query('delete from retention_run'));

  test('runs every rule that is due, once per interval', async () => {
    await worker.get(Retention).run();
    expect(await ran()).toEqual(RETENTION_NAMES.toSorted());
    await query(`update retention_run set ran_at = now() - interval '2 hours'`);
    await worker.get(Retention).run();
    const again = RETENTION_NAMES.filter((name) => RETENTION[name].everyHours === 1).toSorted();
    expect(
      (await query(`select name from retention_run where ran_at > now() - interval '1 hour'`))
        .map(({ name }) => String(name))
        .toSorted(),
    ).toEqual(again);
  });

  test('continues after a rule that fails, shows the failure in the system status, and tries it again', async () => {
    await api.asOwner('alter table frontend_report rename to frontend_report_away');
    await expect(worker.get(Retention).run()).rejects.toThrow('Not deleted: frontend-reports.');
    expect(await ran()).toEqual(RETENTION_NAMES.toSorted());
    const { retention } = await curator.json<SystemStatus>('/api/system');
    expect(retention).toContainEqual(
      expect.objectContaining({ run: expect.objectContaining({ error: 'The database is not available.' }) }),
    );
    await api.asOwner('alter table frontend_report_away rename to frontend_report');
    await worker.get(Retention).run();
    expect(await count('retention_run', 'error is not null')).toBe(0);
  });
});

test('the system status lists what is deleted, after how long, and why', async () => {
  await apply('sessions');
  const { retention } = await curator.json<SystemStatus>('/api/system');
  for (const name of RETENTION_NAMES) {
    const { what, duration, why } = RETENTION[name];
    expect(retention).toContainEqual(expect.objectContaining({ what, duration, why }));
  }
});

describe('details of imports', () => {
  const age = (id: string, days: number) =>
    query(`update ingest_operation set finished_at = now() - make_interval(days => $2) where id = $1`, [id, days]);
  const details = async (id: string) =>
    (await count('ingest_item', `operation_id = '${id}'`)) + (await count('ingest_problem', `operation_id = '${id}'`));
  const document = aDocument({ voyages: 3 });

  test('are deleted a year after the import, which then cannot be undone', async () => {
    const { operation_id: id } = await ingest(curator, document);
    const before = await details(id);
    expect(before).toBeGreaterThanOrEqual(3);
    await age(id, 364);
    expect(await apply('import-details')).toBe(0);
    await age(id, 366);
    expect(await apply('import-details')).toBeGreaterThanOrEqual(before);
    expect(await details(id)).toBe(0);
    const report = await curator.json<{ details_deleted_at: string | null }>(`/api/curator/ingest/${id}`);
    expect(report.details_deleted_at).toMatch(/^\d{4}-/);
    expect(await sendRejected(curator, ingestOperations.undo, { params: { operation_id: id } }, 409)).toMatchObject({
      detail:
        'This import can’t be undone anymore: it finished more than a year ago. Restore records from their history instead.',
    });
  });

  test('stay while a conflict is open', async () => {
    const { operation_id: id } = await ingest(curator, document);
    await age(id, 1000);
    await query(
      `update ingest_item set action = 'conflict', conflicts = '[{"field": "title", "choice": null}]'
       where operation_id = $1 and ordinal = (select min(ordinal) from ingest_item where operation_id = $1)`,
      [id],
    );
    await apply('import-details');
    expect(await details(id)).toBeGreaterThan(0);
  });

  test('are deleted 90 days after a preview, which then cannot be applied', async () => {
    const { operation_id: id } = await ingest(curator, document, { dryRun: true });
    await age(id, 89);
    expect(await apply('preview-details')).toBe(0);
    await age(id, 91);
    expect(await apply('preview-details')).toBeGreaterThanOrEqual(3);
    expect(await sendRejected(curator, ingestOperations.apply, { params: { operation_id: id } }, 409)).toMatchObject({
      detail: 'This preview is more than 90 days old. Import the document again for a new one.',
    });
  });
});

test('search words are deleted when no record contains them, and missing ones are added', async () => {
  const voyage = await aVoyage().titled('Quoits on the foredeck').save(api.database);
  expect(await count('search_word', `word = 'quoit'`)).toBe(1);
  await query(`delete from search_word where word = 'quoit'`);
  await apply('search-words');
  expect(await count('search_word', `word = 'quoit'`)).toBe(1);
  await query('delete from voyage where id = $1', [voyage.id]);
  expect(await count('search_word', `word = 'quoit'`)).toBe(1);
  expect(await apply('search-words')).toBeGreaterThanOrEqual(1);
  expect(await count('search_word', `word = 'quoit'`)).toBe(0);
});

test.each([
  ['incoming-files', path.join('media', '.incoming')],
  ['scratch-files', 'scratch'],
] as const)('%s of a killed process are deleted after a day', async (rule, folder) => {
  const directory = path.join(api.config.dataDirectory, folder);
  await mkdir(directory, { recursive: true });
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  for (const [name, age] of [
    ['old', 25],
    ['new', 23],
  ] as const) {
    await writeFile(path.join(directory, name), 'bytes');
    await utimes(path.join(directory, name), hours(age), hours(age));
  }
  expect(await apply(rule)).toBe(1);
  expect(await readdir(directory)).toEqual(['new']);
});

test('browser reports are deleted after 30 days, workers without a heartbeat after one', async () => {
  await query(`
    insert into frontend_report (name, version, session, reported_at)
    select 'people', '1.0.' || days, sha256('session'), now() - make_interval(days => days) from unnest('{29, 31}'::int[]) days`);
  expect(await apply('frontend-reports')).toBe(1);
  expect(await query('select version from frontend_report')).toEqual([{ version: '1.0.29' }]);
  await query(`insert into worker (name, heartbeat_at) values ('old', now() - interval '25 hours')`);
  expect(await apply('workers')).toBe(1);
  expect(await count('worker', `name = 'old'`)).toBe(0);
});
