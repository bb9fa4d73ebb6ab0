import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CURATOR } from '../support/api.ts';
import { type ApiProcess, spawnApi } from '../support/api-process.ts';
import { Browser } from '../support/browser.ts';
import { aDatabase } from '../support/database.ts';

/** More than the server accepts. */
const CONNECTIONS = 2600;
/** How long people use the archive beside them. */
const SECONDS = 4;
/** With `ATTACK_CONNECTIONS`, the test runs alone; otherwise, other suites share the machine. */
const MAX_RESPONSE_MS = process.env.ATTACK_CONNECTIONS === undefined ? 10_000 : 1000;

const REQUEST = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n';
const ATTACKS: Record<string, { sends: string; from: string[] }> = {
  'that say nothing, from one address': { sends: '', from: ['127.0.0.2'] },
  'that stay open after a request, from one address': { sends: REQUEST, from: ['127.0.0.2'] },
  'that send half of a request, from one address': { sends: REQUEST.slice(0, 40), from: ['127.0.0.2'] },
  'that stay open after a request, from 500 addresses': {
    sends: REQUEST,
    from: Array.from({ length: 500 }, (_, index) => `127.1.${index >> 8}.${index & 255}`),
  },
};

// Other systems have only one loopback address.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux(`${CONNECTIONS} connections`, () => {
  let database: Awaited<ReturnType<typeof aDatabase>>;
  let data: string;
  let api: ApiProcess;
  let attacker: ChildProcess;
  beforeAll(async () => {
    database = await aDatabase();
    data = await mkdtemp(path.join(tmpdir(), 'connections-'));
    api = await spawnApi({
      DATABASE_URL: database.url,
      DATA_DIR: data,
      CURATOR_USERNAME: CURATOR.username,
      CURATOR_PASSWORD: CURATOR.password,
    });
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
    await rm(data, { recursive: true });
  });
  beforeEach(() => {
    attacker = fork(path.join(import.meta.dirname, '../support/stalled-connections.ts'), { execArgv: [] });
  });
  afterEach(() => {
    attacker.kill();
  });

  /** Milliseconds until the response of a request on a connection of the agent. */
  async function timeOf(agent: Agent, address: string, cookie = ''): Promise<number> {
    const startedAt = performance.now();
    // Browsers try again if a connection ends before the response: hundreds may arrive before the server reads a request.
    const status = await get(agent, address, cookie).catch(() => get(agent, address, cookie));
    expect([address, status]).toEqual([address, 200]);
    return performance.now() - startedAt;
  }

  function get(agent: Agent, address: string, cookie: string): Promise<number | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    httpRequest(api.url + address, { agent, headers: { cookie } }, (response) => {
      text(response).then(() => resolve(response.statusCode), reject);
    })
      .on('error', reject)
      .end();
    return promise;
  }

  test.each(Object.entries(ATTACKS))('%s keep nobody out', async (what, attack) => {
    const curator = new Browser(api.url);
    expect((await curator.post('/api/auth/login', CURATOR)).status).toBe(200);
    const cookie = [...curator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // A connection of a session that is idle while strangers come.
    const idle = new Agent({ keepAlive: true, maxSockets: 1 });
    await timeOf(idle, '/api/voyages', cookie);

    attacker.send({ url: api.url, count: CONNECTIONS, ...attack });
    const times: number[] = [];
    for (const until = Date.now() + SECONDS * 1000; Date.now() < until; await pause(50)) {
      // A person who comes for the first time, and one who is signed in, each on a new connection.
      times.push(await timeOf(new Agent(), '/health/ready'));
      times.push(await timeOf(new Agent(), '/api/voyages', cookie));
    }
    process.stdout.write(
      `${CONNECTIONS} connections ${what}: ${times.length} requests of others took ${Math.max(...times).toFixed(0)} ms at most.\n`,
    );
    expect(Math.max(...times)).toBeLessThan(MAX_RESPONSE_MS);
    // It would fail if the server had closed the connection.
    expect(Object.keys(idle.freeSockets)).toHaveLength(1);
    await timeOf(idle, '/api/voyages', cookie);
    idle.destroy();
  });

  test('thousands of requests that do not wait for their responses keep nobody waiting', async () => {
    const { hostname, port } = new URL(api.url);
    const sockets = Array.from({ length: 10 }, () => connect(Number(port), hostname).on('error', () => undefined));
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) socket.write(REQUEST.repeat(20_000));
    const times: number[] = [];
    for (let count = 0; count < 20; count += 1) times.push(await timeOf(new Agent(), '/health/ready'));
    process.stdout.write(`Pipelined requests: others took ${Math.max(...times).toFixed(0)} ms at most.\n`);
    expect(Math.max(...times)).toBeLessThan(MAX_RESPONSE_MS);
    await Promise.all(closed);
    // A few requests at once are answered.
    const few = connect(Number(port), hostname);
    few.write(REQUEST.repeat(2) + REQUEST.replace('host:', 'connection: close\r\nhost:'));
    expect((await text(few)).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });
});
