import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnavailableError, type Database } from '../src/database/index.ts';
import { FastPathPool } from '../src/database/fast-path-pool.ts';
import { startApi, type TestApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';
import { sql } from './support/sql.ts';

const PID = 'select pg_backend_pid() pid';
const CONNECTIONS = 4;

describe('the fast-path pool', () => {
  let testDatabase: Awaited<ReturnType<typeof aDatabase>>;
  let api: TestApi;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await aDatabase();
    api = await startApi({ databaseUrl: testDatabase.url });
    database = api.database;
  });
  afterAll(async () => {
    await api.close();
    await testDatabase.drop();
  });

  const pid = async () => (await database.fastPath.row(sql<{ pid: number }>(PID, 'pid')))?.pid;
  const repeat = <T>(count: number, query: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => query(index)));

  test('returns each statement’s own result under load', async () => {
    const rows = await repeat(500, (index) =>
      database.fastPath.row(sql<{ n: number }>('select $1::int n', 'echo'), [index]),
    );
    expect(rows.map((row) => row?.n)).toEqual(rows.map((_, index) => index));
  });

  test('uses few connections, and a single one if that is enough', async () => {
    expect(new Set(await repeat(200, pid)).size).toBe(CONNECTIONS);
    const alone = [];
    for (let time = 0; time < 20; time += 1) alone.push(await pid());
    expect(new Set(alone).size).toBe(1);
    expect(new Set(await repeat(2, pid)).size).toBe(1);
  });

  test('pipelines statements', async () => {
    const packets: Buffer[] = [];
    const proxy = createServer((client) => {
      const { hostname, port } = new URL(testDatabase.url);
      const server = connect(Number(port), hostname);
      client.on('data', (packet) => packets.push(packet)).pipe(server);
      server.pipe(client);
      client.on('error', () => server.destroy());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const through = new URL(testDatabase.url);
    through.port = String((proxy.address() as AddressInfo).port);
    const fastPath = new FastPathPool({ connectionString: through.href });
    const query = (index: number) =>
      fastPath.query<{ n: number }>({ name: 'echo', text: 'select $1::int n', values: [index] });
    await query(0);
    packets.length = 0;
    const rows = await repeat(3, async (index) => (await query(index)).rows[0]?.n);
    expect(rows).toEqual([0, 1, 2]);
    expect(packets).toHaveLength(1);
    await fastPath.end();
    await expect(query(1)).rejects.toThrow('Connection terminated');
    proxy.close();
  });

  test('isolates failed statements from the others', async () => {
    const queries = [
      pid(),
      database.fastPath.row(sql('select 1 / $1::int', 'divided'), [0]),
      pid(),
      database.fastPath.row(sql('select nothing', 'absent')),
      pid(),
    ];
    const settled = await Promise.allSettled(queries);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(settled[1]).toMatchObject({ reason: { message: 'division by zero' } });
    expect(settled[3]).toMatchObject({ reason: { message: 'column "nothing" does not exist' } });
  });

  test('prepares a failed statement again once its table exists', async () => {
    const query = () => database.fastPath.rows(sql('select words from later_made', 'later'));
    const rejected = await Promise.allSettled([query(), query(), query()]);
    for (const item of rejected)
      expect(item).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
    await database.execute(sql(`create table later_made as select 'here' words`, 'make'));
    expect(await query()).toEqual([{ words: 'here' }]);
    expect(await repeat(9, query)).toEqual(Array.from({ length: 9 }, () => [{ words: 'here' }]));
  });

  test('distinguishes failed statements from a lost connection, and reconnects', async () => {
    const before = await pid();
    const under = Promise.allSettled([database.fastPath.rows(sql('select pg_sleep(30)', 'sleep')), pid(), pid()]);
    await database.row(sql('select pg_terminate_backend($1, 5000)', 'end'), [before]);
    for (const item of await under)
      expect(item).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
    const after = await pid();
    expect(after).not.toBe(before);
    expect(await repeat(50, pid)).toHaveLength(50);
  });

  test('does not queue statements behind slow ones', async () => {
    const holder = await database.pool.connect();
    await holder.query('select pg_advisory_lock(1)');
    const held = repeat(4, () => database.fastPath.rows(sql('select pg_advisory_xact_lock(1)', 'held')));
    await repeat(3, pid);
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
    await held;
  });

  test('counts its connections', async () => {
    const idle = database.connections;
    // Four ordinary ones, and two for searches.
    expect(idle).toMatchObject({ inUse: 0, waiting: 0, max: 4 + 2 + CONNECTIONS });
    const pending = pid();
    expect(database.connections.inUse).toBe(1);
    await pending;
    expect(database.connections).toEqual(idle);
  });
});
