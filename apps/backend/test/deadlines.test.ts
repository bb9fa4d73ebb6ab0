import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { col, type Database, LONG_STATEMENT_MS, statement, UnavailableError } from '../src/database/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';
import { TcpProxy, waitUntil } from './support/tcp-proxy.ts';

const STATEMENT_SECONDS = 3;
/** Statement time, the client's margin and some more for a slow machine. */
const HEALED_WITHIN_MS = 20_000;
const QUEUE_HEALED_WITHIN_MS = 40_000;

const SLEEP = statement('deadline-test-sleep', 'select pg_sleep($1)::text as slept', { slept: col.text });
const ONE = statement('deadline-test-one', 'select 1 as one', { one: col.int });

let own: Awaited<ReturnType<typeof aDatabase>>;
let proxy: TcpProxy;
let api: TestApi;
let database: Database;

beforeAll(async () => {
  own = await aDatabase();
  proxy = new TcpProxy(own.url);
  await proxy.open();
  api = await startApi({
    databaseUrl: proxy.url,
    environment: { DATABASE_STATEMENT_SECONDS: String(STATEMENT_SECONDS) },
  });
  database = api.database;
});

afterAll(async () => {
  // Lost connections never end by themselves.
  await proxy.shut();
  await api.close();
  await own.drop();
});

const allConnections = () => {
  const { max } = database.connections;
  return Promise.allSettled([
    ...Array.from({ length: max }, () => database.rows(SLEEP, [0.3])),
    ...Array.from({ length: 32 }, () => database.fastPath.row(ONE)),
  ]);
};

describe('a statement', () => {
  test('that takes too long is canceled by the server, and its connection goes on', async () => {
    const startedAt = Date.now();
    await expect(database.rows(SLEEP, [60])).rejects.toThrow(UnavailableError);
    expect(Date.now() - startedAt).toBeLessThan(HEALED_WITHIN_MS);
    expect(await database.row(ONE)).toEqual({ one: 1 });
  });

  test('may take longer in a transaction that says so, and only there', async () => {
    const slept = await database.transaction((executor) => executor.rows(SLEEP, [STATEMENT_SECONDS + 1]), {
      statementMs: LONG_STATEMENT_MS,
    });
    expect(slept).toHaveLength(1);
    await expect(database.transaction((executor) => executor.rows(SLEEP, [STATEMENT_SECONDS + 1]))).rejects.toThrow(
      UnavailableError,
    );
  });
});

describe('connections that are lost without a word', () => {
  test.each([1, 2])('are replaced, all of them: time %i', async () => {
    expect((await allConnections()).every(({ status }) => status === 'fulfilled')).toBe(true);
    proxy.loseConnections();
    const lostAt = Date.now();
    for (;;) {
      const settled = await allConnections();
      if (settled.every(({ status }) => status === 'fulfilled')) break;
      for (const item of settled) if (item.status === 'rejected') expect(item.reason).toBeInstanceOf(UnavailableError);
      expect(Date.now() - lostAt).toBeLessThan(HEALED_WITHIN_MS);
      await pause(50);
    }
    expect(Date.now() - lostAt).toBeLessThan(HEALED_WITHIN_MS);
    expect(database.connections.waiting).toBe(0);
    const browser = await api.signIn();
    // The queue has connections of its own, with a deadline of their own.
    await waitUntil(async () => (await browser.get('/health/ready')).status === 200, QUEUE_HEALED_WITHIN_MS);
  });

  test('fail a transaction that was open, and only it', async () => {
    const failing = database.transaction(async (executor) => {
      await executor.row(ONE);
      proxy.loseConnections();
      await executor.row(ONE);
    });
    await expect(failing).rejects.toThrow(UnavailableError);
    expect((await allConnections()).every(({ status }) => status === 'fulfilled')).toBe(true);
  });
});
