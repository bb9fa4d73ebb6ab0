import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createDatabase } from './databases.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster.stop());

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

test('suites clone one migrated database at the same time, and none sees what another writes', async () => {
  const template = await createDatabase(cluster.url, { name: 'migrated' });
  await ask(template.url, 'create table voyage (slug text)');
  const suites = await Promise.all(Array.from({ length: 6 }, () => cluster.createDatabase('migrated')));
  await Promise.all(suites.map((suite, index) => ask(suite.url, `insert into voyage values ('${index}')`)));
  const seen = await Promise.all(suites.map((suite) => ask(suite.url, 'select string_agg(slug, $$,$$) from voyage')));
  expect(seen).toEqual(['0', '1', '2', '3', '4', '5']);
});

test('a database goes away with the connections that a suite forgot', async () => {
  const database = await cluster.createDatabase();
  const forgotten = new pg.Client({ connectionString: database.url });
  forgotten.on('error', () => undefined);
  await forgotten.connect();
  await database.drop();
  await expect(ask(database.url, 'select 1')).rejects.toThrow(/does not exist/);
});

test('the cluster and its files go away when the process that started it is killed', async () => {
  const script = fileURLToPath(new URL('./fixtures/hold.ts', import.meta.url));
  const child = spawn(process.execPath, [script, 'test-cluster'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
  );
  const place = dirname(String(await ask(url, 'show data_directory')));
  expect(existsSync(place)).toBe(true);
  child.kill('SIGKILL');
  for (let waited = 0; existsSync(place) && waited < 15_000; waited += 100) await sleep(100);
  expect(existsSync(place)).toBe(false);
});
