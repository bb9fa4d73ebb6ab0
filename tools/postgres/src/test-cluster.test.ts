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

async function queryValue(url: string, sql: string): Promise<unknown> {
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

test('suites clone one migrated database in parallel and stay isolated', async () => {
  const template = await createDatabase(cluster.url, { name: 'migrated' });
  await queryValue(template.url, 'create table voyage (slug text)');
  const suites = await Promise.all(Array.from({ length: 6 }, () => cluster.createDatabase('migrated')));
  await Promise.all(suites.map((suite, index) => queryValue(suite.url, `insert into voyage values ('${index}')`)));
  const seen = await Promise.all(
    suites.map((suite) => queryValue(suite.url, 'select string_agg(slug, $$,$$) from voyage')),
  );
  expect(seen).toEqual(['0', '1', '2', '3', '4', '5']);
});

test('dropping a database closes open connections', async () => {
  const database = await cluster.createDatabase();
  const forgotten = new pg.Client({ connectionString: database.url });
  forgotten.on('error', () => undefined);
  await forgotten.connect();
  await database.drop();
  await expect(queryValue(database.url, 'select 1')).rejects.toThrow(/does not exist/);
});

test('the cluster and its files are removed when its process is killed', async () => {
  const script = fileURLToPath(new URL('./fixtures/start-and-wait.ts', import.meta.url));
  const child = spawn(process.execPath, [script, 'test-cluster'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
  );
  const directory = dirname(String(await queryValue(url, 'show data_directory')));
  expect(existsSync(directory)).toBe(true);
  child.kill('SIGKILL');
  for (let waited = 0; existsSync(directory) && waited < 15_000; waited += 100) await sleep(100);
  expect(existsSync(directory)).toBe(false);
});
