import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Retention } from '../src/queues/index.ts';
import { aPersonWith } from './support/accounts.ts';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { startWorker } from './support/worker.ts';

let api: TestApi;
let secondApi: TestApi;
let admin: Browser;
let anna: Browser;
beforeAll(async () => {
  api = await startApi();
  secondApi = await startApi({ databaseUrl: api.config.database.url });
  admin = await api.signIn();
  anna = (await aPersonWith(api, admin, 'curator', 'Anna Weber')).browser;
});
afterAll(async () => {
  await secondApi?.close();
  await api?.close();
});

const VOYAGE = '/api/curator/editors/voyage/truman';
const report = async (browser: Browser, path = VOYAGE) => {
  const response = await browser.send('PUT', path);
  expect(response.status).toBe(200);
  return ((await response.json()) as { names: string[] }).names;
};
const query = async (text: string) => (await api.database.pool.query(text)).rows;
const age = (seconds: number) => query(`update record_editor set reported_at = now() - interval '${seconds} seconds'`);

test('people see each other’s forms for a record, through any process, until the forms are closed', async () => {
  const bo = (await aPersonWith(secondApi, await secondApi.signIn(), 'curator', 'Bo Ray')).browser;
  expect(await report(anna)).toEqual([]);
  expect(await report(bo)).toEqual(['Anna Weber']);
  expect(await report(anna)).toEqual(['Bo Ray']);
  expect(await report(bo, '/api/curator/editors/person/truman')).toEqual([]);
  expect((await bo.send('DELETE', VOYAGE)).status).toBe(204);
  expect(await report(anna)).toEqual([]);
});

test('two tabs of one person say nothing', async () => {
  await report(admin, '/api/curator/editors/album/a');
  const again = await api.signIn();
  expect(await report(again, '/api/curator/editors/album/a')).toEqual([]);
});

test('a form that stops reporting is forgotten after 20 seconds, and its row is deleted', async () => {
  await report(anna);
  await age(19);
  expect(await report(admin)).toEqual(['Anna Weber']);
  await age(21);
  expect(await report(admin)).toEqual([]);
  const worker = await startWorker(api);
  try {
    await age(21);
    await report(admin);
    await worker.get(Retention).apply('editors');
    expect(await query('select name from record_editor')).toEqual([{ name: 'curator' }]);
  } finally {
    await worker.close();
  }
});
