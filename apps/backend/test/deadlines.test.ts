import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { col, type Database, LONG_STATEMENT_MS, statement, UnavailableError } from '../src/database/index.ts';
import { JobQueues } from '../src/queues/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';
import { TcpProxy } from './support/tcp-proxy.ts';
import { waitUntil } from './support/wait-until.ts';

const STATEMENT_SECONDS = 3;
/** Statement time, the client's margin and some more for a slow machine. */
const RECOVERY_TIMEOUT_MS = 20_000;
/** As many as the queue’s pool holds. With fewer pings, some of its connections would not be open yet when they are lost. */
const QUEUE_CONNECTIONS = 3;

const SLEEP = statement('deadline-test-sleep', 'select pg_sleep($1)::text as slept', { slept: col.text });
const SELECT_ONE = statement('deadline-test-one', 'select 1 as one', { one: col.int });

let testDatabase: Awaited<ReturnType<typeof aDatabase>>;
let proxy: TcpProxy;
let api: TestApi;
let database: Database;

beforeAll(async () => {
  testDatabase = await aDatabase();
  proxy = new TcpProxy(testDatabase.url);
  await proxy.open();
  api = await startApi({
    databaseUrl: proxy.url,
    environment: { DATABASE_STATEMENT_SECONDS: String(STATEMENT_SECONDS) },
  });
  database = api.database;
});

afterAll(async () => {
  // Dropped connections never close on their own.
  await proxy.close();
  await api.close();
  await testDatabase.drop();
});

const queryOnEveryConnection = () => {
  const { max } = database.connections;
  return Promise.allSettled([
    ...Array.from({ length: max }, () => database.rows(SLEEP, [0.3])),
    ...Array.from({ length: 32 }, () => database.fastPath.row(SELECT_ONE)),
  ]);
};

/** In /proc/net/tcp, the timer code of a connection on which only the keepalive timer is running. */
const KEEPALIVE_TIMER = '02';

/** Timers of this machine's open connections to a port. */
async function timersOfConnectionsTo(port: number): Promise<(string | undefined)[]> {
  const isOpen = ([, , remote = '', state]: string[]) =>
    state === '01' && remote.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`);
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  return rows.filter(isOpen).map((row) => row[5]?.split(':')[0]);
}

describe('a statement', () => {
  test('that takes too long is canceled by the server, and its connection stays usable', async () => {
    const startedAt = Date.now();
    await expect(database.rows(SLEEP, [60])).rejects.toThrow(UnavailableError);
    expect(Date.now() - startedAt).toBeLessThan(RECOVERY_TIMEOUT_MS);
    expect(await database.row(SELECT_ONE)).toEqual({ one: 1 });
  });

  test('may take longer only in a transaction with a longer timeout', async () => {
    const slept = await database.transaction((executor) => executor.rows(SLEEP, [STATEMENT_SECONDS + 1]), {
      statementMs: LONG_STATEMENT_MS,
    });
    expect(slept).toHaveLength(1);
    await expect(database.transaction((executor) => executor.rows(SLEEP, [STATEMENT_SECONDS + 1]))).rejects.toThrow(
      UnavailableError,
    );
  });
});

test('every connection has an idle-in-transaction timeout, a statement timeout and TCP keepalives', async () => {
  const setting = col.text;
  const settings = await database.row(
    statement(
      'deadline-test-settings',
      `select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement,
         current_setting('tcp_keepalives_idle') as keepalive, current_setting('tcp_keepalives_count') as keepalives`,
      { idle: setting, statement: setting, keepalive: setting, keepalives: setting },
    ),
  );
  expect(settings).toEqual({ idle: '1min', statement: `${STATEMENT_SECONDS}s`, keepalive: '10', keepalives: '4' });
  await queryOnEveryConnection();
  await database.fastPath.row(SELECT_ONE);
  const timers = await timersOfConnectionsTo(Number(new URL(proxy.url).port));
  expect(timers.length).toBeGreaterThanOrEqual(database.connections.max);
  expect(new Set(timers)).toEqual(new Set([KEEPALIVE_TIMER]));
});

const pingOnQueueConnections = () => {
  const queues = api.app.get(JobQueues);
  return Promise.allSettled(Array.from({ length: QUEUE_CONNECTIONS }, () => queues.ping()));
};
const haveSucceeded = (settled: PromiseSettledResult<unknown>[]) =>
  settled.every(({ status }) => status === 'fulfilled');

describe('connections that are lost without an error', () => {
  test.each([1, 2])('are all replaced (%i)', async () => {
    expect(haveSucceeded([...(await queryOnEveryConnection()), ...(await pingOnQueueConnections())])).toBe(true);
    proxy.loseConnections();
    const lostAt = Date.now();
    for (;;) {
      const settled = await queryOnEveryConnection();
      if (haveSucceeded(settled)) break;
      for (const item of settled) if (item.status === 'rejected') expect(item.reason).toBeInstanceOf(UnavailableError);
      expect(Date.now() - lostAt).toBeLessThan(RECOVERY_TIMEOUT_MS);
      await pause(50);
    }
    expect(Date.now() - lostAt).toBeLessThan(RECOVERY_TIMEOUT_MS);
    expect(database.connections.waiting).toBe(0);
    const browser = await api.signIn();
    await waitUntil(async () => (await browser.get('/health/ready')).status === 200, RECOVERY_TIMEOUT_MS);
    expect(haveSucceeded(await pingOnQueueConnections())).toBe(true);
  });

  test('fail the open transaction, and nothing else', async () => {
    const failing = database.transaction(async (executor) => {
      await executor.row(SELECT_ONE);
      proxy.loseConnections();
      await executor.row(SELECT_ONE);
    });
    await expect(failing).rejects.toThrow(UnavailableError);
    expect(haveSucceeded(await queryOnEveryConnection())).toBe(true);
  });
});
