import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AwayError, type Database } from '../src/database/index.ts';
import { QuickLanes } from '../src/database/quick-lanes.ts';
import { startApi, type TestApi } from './support/api.ts';
import { aDatabase } from './support/database.ts';

const PID = 'select pg_backend_pid() pid';
const LANES = 4;

describe('quick statements', () => {
  let own: Awaited<ReturnType<typeof aDatabase>>;
  let api: TestApi;
  let database: Database;
  beforeAll(async () => {
    own = await aDatabase();
    api = await startApi({ databaseUrl: own.url });
    database = api.database;
  });
  afterAll(async () => {
    await api.close();
    await own.drop();
  });

  const pid = async () => (await database.quick.row<{ pid: number }>('pid', PID))?.pid;
  const several = <T>(count: number, ask: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => ask(at)));

  test('are each given their own answer, however many are asked at once', async () => {
    const answers = await several(500, (at) => database.quick.row<{ n: number }>('echo', 'select $1::int n', [at]));
    expect(answers.map((answer) => answer?.n)).toEqual(answers.map((_, at) => at));
  });

  test('use few connections, and one where one is enough', async () => {
    expect(new Set(await several(200, pid)).size).toBe(LANES);
    const alone = [];
    for (let time = 0; time < 20; time += 1) alone.push(await pid());
    expect(new Set(alone).size).toBe(1);
    expect(new Set(await several(2, pid)).size).toBe(1);
  });

  test('are sent without waiting for the answers to those before', async () => {
    const packets: Buffer[] = [];
    const proxy = createServer((client) => {
      const { hostname, port } = new URL(own.url);
      const server = connect(Number(port), hostname);
      client.on('data', (packet) => packets.push(packet)).pipe(server);
      server.pipe(client);
      client.on('error', () => server.destroy());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const through = new URL(own.url);
    through.port = String((proxy.address() as AddressInfo).port);
    const lanes = new QuickLanes({ connectionString: through.href });
    const ask = (at: number) => lanes.query<{ n: number }>({ name: 'echo', text: 'select $1::int n', values: [at] });
    await ask(0);
    packets.length = 0;
    const answers = await several(3, async (at) => (await ask(at)).rows[0]?.n);
    expect(answers).toEqual([0, 1, 2]);
    expect(packets).toHaveLength(1);
    await lanes.end();
    await expect(ask(1)).rejects.toThrow('Connection terminated');
    proxy.close();
  });

  test('do not fail with one that is refused beside them', async () => {
    const asked = [
      pid(),
      database.quick.row('divided', 'select 1 / $1::int', [0]),
      pid(),
      database.quick.row('absent', 'select nothing'),
      pid(),
    ];
    const settled = await Promise.allSettled(asked);
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

  test('can be asked again once the table is there that one was refused for', async () => {
    const ask = () => database.quick.rows('later', 'select words from later_made');
    const refused = await Promise.allSettled([ask(), ask(), ask()]);
    for (const one of refused) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(AwayError) });
    await database.change('make', `create table later_made as select 'here' words`);
    expect(await ask()).toEqual([{ words: 'here' }]);
    expect(await several(9, ask)).toEqual(Array.from({ length: 9 }, () => [{ words: 'here' }]));
  });

  test('are told apart from a lost connection, after which the next one opens another', async () => {
    const before = await pid();
    const under = Promise.allSettled([database.quick.rows('sleep', 'select pg_sleep(30)'), pid(), pid()]);
    await database.row('end', 'select pg_terminate_backend($1, 5000)', [before]);
    for (const one of await under) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(AwayError) });
    const after = await pid();
    expect(after).not.toBe(before);
    expect(await several(50, pid)).toHaveLength(50);
  });

  test('do not wait for as many slow ones as a connection takes', async () => {
    const holder = await database.pool.connect();
    await holder.query('select pg_advisory_lock(1)');
    const held = several(4, () => database.quick.rows('held', 'select pg_advisory_xact_lock(1)'));
    await several(3, pid);
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
    await held;
  });

  test('are counted among the connections', async () => {
    const idle = database.connections;
    expect(idle).toMatchObject({ inUse: 0, waiting: 0, most: 4 + LANES });
    const asking = pid();
    expect(database.connections.inUse).toBe(1);
    await asking;
    expect(database.connections).toEqual(idle);
  });
});
