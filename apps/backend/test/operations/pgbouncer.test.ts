import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { col, statement, UnavailableError } from '../../src/database/index.ts';
import { aDocument } from '../builders/document.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { aDatabase } from '../support/database.ts';
import { ingest } from '../support/ingest.ts';
import { type PgBouncer, PGBOUNCER, startPgBouncer } from '../support/pgbouncer.ts';
import { startWorker } from '../support/worker.ts';

const CONNECTIONS = 3;
const STATEMENT_SECONDS = 2;
const REQUESTS = 60;

const SLEEP = statement('pgbouncer-test-sleep', 'select pg_sleep($1)::text as slept', { slept: col.text });

const whereInstalled = existsSync(PGBOUNCER) ? describe : describe.skip;
whereInstalled('an API behind PgBouncer in transaction mode (skipped without the package pgbouncer)', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>;
  let pooler: PgBouncer;
  let api: TestApi;
  let curator: Browser;
  beforeAll(async () => {
    database = await aDatabase();
    pooler = await startPgBouncer(database.applicationUrl, {
      connections: CONNECTIONS,
      statementSeconds: STATEMENT_SECONDS,
    });
    api = await startApi({
      databaseUrl: database.applicationUrl,
      environment: { DATABASE_POOLER_URL: pooler.url, DATABASE_POOL_MAX: '10' },
    });
    curator = await api.signIn();
  });
  afterAll(async () => {
    await api.close();
    await pooler.stop();
    await database.drop();
  });

  const createVoyage = async (title: string) => {
    const response = await curator.post('/api/curator/voyages/', { start_date: '1946-03-07', title });
    return { status: response.status, slug: ((await response.json()) as { voyage_slug: string }).voyage_slug };
  };

  test('serves reads and writes of many clients over few connections', async () => {
    const { slug } = await createVoyage('Before');
    const statuses = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, number) => {
        if (number % 5 === 0) return (await createVoyage(`Voyage ${number}`)).status;
        const paths = [`/api/voyages/${slug}`, `/api/voyages?limit=${number}`, '/api/search?q=voyage', '/api/people'];
        return (await curator.get(paths[number % paths.length] ?? '')).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 201]));
    const client = new Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ connections: number }>(
      `select count(*)::int connections from pg_stat_activity
       where datname = $1 and application_name = 'archive'`,
      [database.name],
    );
    await client.end();
    expect(rows).toEqual([{ connections: CONNECTIONS }]);
  });

  test('supports transactions, cursors and sign-in limits', async () => {
    const { slug } = await createVoyage('One');
    const titles = ['Two', 'Three', 'Four'];
    for (const title of titles)
      expect((await curator.send('PUT', `/api/curator/voyages/${slug}`, { title })).status).toBe(200);
    expect(await curator.json<unknown[]>(`/api/curator/history/voyage/${slug}`)).toHaveLength(titles.length + 1);
    const archive = await curator.get('/api/export/package');
    expect([archive.status, (await archive.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
    const failed = await api.visitor().post('/api/auth/login', { username: 'nobody', password: 'wrong' });
    expect(failed.status).toBe(401);
  });

  test('imports in a worker, which connects to the server itself', async () => {
    const worker = await startWorker(api);
    try {
      const report = await ingest(curator, aDocument({ voyages: 120 }));
      expect(report).toMatchObject({ status: 'completed', voyages_processed: 120 });
    } finally {
      await worker.close();
    }
  });

  test('uses the statement timeout that PgBouncer sets', async () => {
    await expect(api.database.rows(SLEEP, [30])).rejects.toThrow(UnavailableError);
    expect(await api.database.rows(SLEEP, [0])).toHaveLength(1);
  });
});
