import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { col, statement } from '../src/database/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';

const PLANS = statement(
  'test-plans',
  `select name, generic_plans::int, custom_plans::int from pg_prepared_statements where name like 'search-%' order by name`,
  { name: col.text, generic_plans: col.int, custom_plans: col.int },
  { planOnce: true },
);
const PID = statement('test-pid', 'select pg_backend_pid() pid', { pid: col.int }, { planOnce: true });
const ORDINARY_PID = statement('test-ordinary-pid', 'select pg_backend_pid() pid', { pid: col.int });
const MANY = Array.from({ length: 41 }, (_, index) =>
  statement(`test-many-${index}`, `select $1::int + ${index} n`, { n: col.int }, { planOnce: true }),
);

let testDatabase: Awaited<ReturnType<typeof aDatabase>>;
let api: TestApi;
beforeAll(async () => {
  testDatabase = await aDatabase();
  api = await startApi({ databaseUrl: testDatabase.url });
});
afterAll(async () => {
  await api.close();
  await testDatabase.drop();
});

test('searches are planned once, also with filters', async () => {
  const browser = await api.signIn();
  const paths = [
    '/api/search?q=truman',
    '/api/search?q=roosevelt&president=truman-harry-s&has_photo=1',
    '/api/search/overview?q=truman&place=Quantico',
    '/api/search/suggestions?q=truman',
  ];
  for (const path of paths) expect((await browser.get(path)).status).toBe(200);
  const plans = await api.database.rows(PLANS);
  expect(plans.length).toBeGreaterThan(paths.length);
  expect(plans.filter(({ generic_plans, custom_plans }) => generic_plans === 0 || custom_plans > 0)).toEqual([]);
});

test('a connection with many plans is replaced', async () => {
  const before = await api.database.row(PID);
  expect(await api.database.row(PID)).toEqual(before);
  for (const [index, many] of MANY.entries()) expect(await api.database.row(many, [1])).toEqual({ n: index + 1 });
  expect(await api.database.row(PID)).not.toEqual(before);
});

test('a failed statement leaves the pool usable, and ordinary statements have other connections', async () => {
  await expect(api.database.row(MANY[0]!, ['text'])).rejects.toThrow('invalid input syntax');
  const planned = await api.database.row(PID);
  expect(planned).toBeDefined();
  expect(await api.database.row(ORDINARY_PID)).not.toEqual(planned);
});
