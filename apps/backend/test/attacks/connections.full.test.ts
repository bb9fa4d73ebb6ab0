import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiProcess, spawnApi } from '../support/api-process.ts';
import { aDatabase } from '../support/database.ts';
import { measured } from '../support/measured.ts';

/** Number of connections; `ATTACK_CONNECTIONS=1500` runs the full size. */
const { ATTACK_CONNECTIONS } = process.env;
const CONNECTIONS = Number(ATTACK_CONNECTIONS ?? 400);
const REQUEST_SECONDS = 4;
/** Time for the memory to recover after the attack, and the growth that is allowed after it. */
const RECOVERY_SECONDS = 60;
const MAX_GROWTH = 1.2;
/** At full size, the test runs alone; otherwise, other suites share the machine. */
const MAX_RESPONSE_MS = ATTACK_CONNECTIONS === undefined ? 5000 : 500;
/** Maximum factor over the response time before the attack; large, because the machine may be busy. */
const MAX_SLOWDOWN = 10;
/** Peak memory of the API per connection, including buffers. */
const MAX_CONNECTION_MB = 0.2;
const WARM_UP = 100;
const TIMEOUT_MS = 5 * 60_000;
const KB = 1024;

const head = (length: number, ...extraHeaders: string[]) =>
  [
    'POST /api/auth/login HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${length}`,
    ...extraHeaders,
    '',
    '',
  ].join('\r\n');
const body = (bytes: number) => `{"username":"${'a'.repeat(bytes - 13)}`;

/** Data that each connection sends before it stalls. No connection is signed in. */
const STALLS: Record<string, { sends: string; rejection: RegExp }> = {
  '990 of 1,000 KB of a sign-in': { sends: head(1000 * KB) + body(990 * KB), rejection: /^(?:HTTP\/1\.1 413|$)/ },
  '3.9 of 4 KB of a sign-in': { sends: head(4 * KB) + body(3.9 * KB), rejection: /^(?:HTTP\/1\.1 408|$)/ },
  'a chunk of a sign-in': {
    sends: `${head(0).replace('content-length: 0', 'transfer-encoding: chunked')}f00\r\n${body(0xf00)}\r\n`,
    rejection: /^(?:HTTP\/1\.1 408|$)/,
  },
  'half of a header of 14 KB': {
    sends: head(10, `x: ${'y'.repeat(14 * KB)}`).slice(0, -4),
    rejection: /^(?:HTTP\/1\.1 408|$)/,
  },
  'a record without a session': {
    sends: head(900 * KB).replace('/api/auth/login', '/api/curator/voyages') + body(800 * KB),
    rejection: /^(?:HTTP\/1\.1 401|$)/,
  },
  nothing: { sends: '', rejection: /^(?:HTTP\/1\.1 408|$)/ },
};

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux(`${CONNECTIONS} connections that stop in the middle`, () => {
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
      REQUEST_SECONDS: String(REQUEST_SECONDS),
    });
    attacker = fork(path.join(import.meta.dirname, '../support/stalled-connections.ts'), { execArgv: [] });
    // Warms up the code that the attack uses.
    for (const { sends } of Object.values(STALLS)) await stall(WARM_UP, sends);
  });
  afterAll(async () => {
    attacker.kill();
    await api.stop();
    await database.drop();
    await rm(data, { recursive: true });
  });

  /** Opens connections that send some data and then stall. Resolves with the data that the server sent on each before closing it. */
  async function stall(count: number, sends: string): Promise<string[]> {
    attacker.send({ url: api.url, count, sends });
    const [texts] = (await once(attacker, 'message')) as [string[]];
    return texts;
  }

  async function responseMs(): Promise<number> {
    const startedAt = performance.now();
    const response = await fetch(`${api.url}/health/live`);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    return performance.now() - startedAt;
  }

  const percentile = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

  test.each(Object.entries(STALLS))(
    'after %s, all connections are closed and their memory is released',
    measured(async (what, attack) => {
      const quiet: number[] = [];
      for (let count = 0; count < 20; count += 1) quiet.push(await responseMs());
      const before = await api.memory();
      let peak = before;
      let isOver = false;
      const startedAt = performance.now();
      const closed = stall(CONNECTIONS, attack.sends).then((texts) => {
        isOver = true;
        return texts;
      });
      const times: number[] = [];
      while (!isOver) {
        peak = Math.max(peak, await api.memory());
        times.push(await responseMs());
        await pause(20);
      }
      const seconds = (performance.now() - startedAt) / 1000;
      const texts = await closed;
      expect(texts.filter((text) => !attack.rejection.test(text))).toEqual([]);

      const restUntil = Date.now() + RECOVERY_SECONDS * 1000;
      let after = await api.memory();
      while (after > before * MAX_GROWTH && Date.now() < restUntil) {
        await pause(500);
        after = await api.memory();
      }
      const p95 = percentile(times);
      if (ATTACK_CONNECTIONS !== undefined)
        process.stdout.write(
          `${what}: ${[before, peak, after].map((mb) => Math.round(mb)).join(' → ')} MB in ${seconds.toFixed(1)} s, /health/live ${Math.round(p95)} ms at p95, ${Math.round(Math.max(...times))} ms at most\n`,
        );
      expect(after).toBeLessThanOrEqual(before * MAX_GROWTH);
      expect(peak - before).toBeLessThan(50 + CONNECTIONS * MAX_CONNECTION_MB);
      expect(p95).toBeLessThan(Math.max(MAX_RESPONSE_MS, MAX_SLOWDOWN * percentile(quiet)));
    }),
    TIMEOUT_MS,
  );
});
