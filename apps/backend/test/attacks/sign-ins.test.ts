import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashPassword, WORK_FACTOR } from '../../src/modules/auth/password-hash.ts';
import { aPng } from '../builders/files.ts';
import { type ApiProcess, spawnApi } from '../support/api-process.ts';
import { Browser } from '../support/browser.ts';
import { aDatabase } from '../support/database.ts';
import { upload } from '../support/upload.ts';

const CURATOR = { username: 'curator', password: 'a password for tests' };
/** How many people guess at once. At full size the test runs alone; otherwise other suites share the machine. */
const GUESSES = Number(process.env.ATTACK_SIGN_INS ?? 200);
const MAX_SLOWDOWN_MS = process.env.ATTACK_SIGN_INS === undefined ? 500 : 50;

let database: Awaited<ReturnType<typeof aDatabase>>;
let data: string;
let api: ApiProcess;

beforeAll(async () => {
  database = await aDatabase();
  data = await mkdtemp(path.join(tmpdir(), 'sign-ins-'));
  api = await spawnApi({
    DATABASE_URL: database.url,
    DATA_DIR: data,
    TRUST_PROXY: '1',
    CURATOR_USERNAME: CURATOR.username,
    // A hash keeps its own work factor, so that a password costs as much as in production.
    CURATOR_PASSWORD_HASH: await hashPassword(CURATOR.password, WORK_FACTOR),
  });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
  await rm(data, { recursive: true });
});

const logIn = (browser: Browser, body: object, address: string) =>
  browser.post('/api/auth/login', body, { 'x-forwarded-for': address });

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

async function timeOf(browser: Browser, address: string): Promise<number> {
  const startedAt = performance.now();
  const response = await browser.get(address);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return performance.now() - startedAt;
}

test('wrong passwords from many addresses at once delay neither lists nor pictures of signed-in people', async () => {
  const curator = new Browser(api.url);
  expect((await logIn(curator, CURATOR, '192.0.2.1')).status).toBe(200);
  const { body } = await upload(curator, await aPng());
  const addresses = ['/api/voyages', String(body.url)];
  const measure = async (times: number[]) => {
    for (const address of addresses) times.push(await timeOf(curator, address));
  };

  const quiet: number[] = [];
  for (let round = 0; round < 20; round += 1) await measure(quiet);

  const guesses = Array.from({ length: GUESSES }, async (_, index) => {
    // An account of its own for each, so that only the queue limits them.
    const guess = { username: `guest ${index}`, password: 'wrong' };
    const response = await logIn(new Browser(api.url), guess, `198.${18 + (index >> 8)}.0.${index & 255}`);
    await response.arrayBuffer();
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  });
  let isOver = false;
  const all = Promise.all(guesses).finally(() => {
    isOver = true;
  });
  const attacked: number[] = [];
  while (!isOver || attacked.length < 40) await measure(attacked);
  const responses = await all;

  process.stdout.write(
    `95% of reads took ${p95(quiet).toFixed(1)} ms, with ${GUESSES} sign-ins at once ${p95(attacked).toFixed(1)} ms (${attacked.length} reads).\n`,
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401, 429]));
  for (const { status, retryAfter } of responses) if (status === 429) expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(p95(attacked)).toBeLessThan(p95(quiet) + MAX_SLOWDOWN_MS);
}, 120_000);

test('a device that was signed in before has a queue of its own', async () => {
  const device = new Browser(api.url);
  expect((await logIn(device, CURATOR, '192.0.2.9')).status).toBe(200);
  await device.post('/api/auth/logout', {});
  const guesses = Array.from({ length: 60 }, (_, index) =>
    logIn(new Browser(api.url), { username: `other ${index}`, password: 'wrong' }, `198.51.100.${index}`),
  );
  expect((await logIn(device, CURATOR, '192.0.2.9')).status).toBe(200);
  await Promise.all(guesses);
}, 60_000);
