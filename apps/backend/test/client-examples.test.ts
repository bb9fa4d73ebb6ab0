import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ArchiveClient, ArchiveError } from '@archive/client';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import { startWorker } from './support/worker.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CLIENT = path.join(ROOT, 'libs/client');
const examples = readdirSync(path.join(CLIENT, 'examples')).filter((name) => /^\d\d-/.test(name));

let api: TestApi;
let worker: INestApplicationContext;
/** A project outside of the repository: the examples, and the package as npm packs and installs it. */
let project: string;

beforeAll(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'client-examples-'));
  const built = path.join(project, 'built');
  const installed = path.join(project, 'node_modules/@archive/client');
  execFileSync(process.execPath, [path.join(ROOT, 'tools/packages/build.ts'), built, 'contracts', 'client']);
  const archiveFile = execFileSync('npm', ['pack', '--silent', path.join(built, 'client')], {
    cwd: project,
    encoding: 'utf8',
  });
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', archiveFile.trim(), '--strip-components=1', '-C', installed], { cwd: project });
  cpSync(path.join(CLIENT, 'examples'), path.join(project, 'examples'), { recursive: true });
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  api = await startApi();
  worker = await startWorker(api);
  const curator = await api.signIn();
  const voyage = { title: 'Down the Potomac', start_date: '1947-05-01' };
  expect((await curator.post('/api/curator/voyages', voyage)).status).toBe(201);
  expect((await curator.post('/api/curator/people', { full_name: 'Nora Example' })).status).toBe(201);
});
afterAll(async () => {
  await worker.close();
  await api.close();
  rmSync(project, { recursive: true });
});

async function run(example: string): Promise<string> {
  const child = spawn(process.execPath, [path.join(project, 'examples', example)], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      NODE_NO_WARNINGS: '1',
      ARCHIVE_URL: api.url,
      CURATOR_USERNAME: CURATOR.username,
      CURATOR_PASSWORD: CURATOR.password,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const [status] = (await once(child, 'close')) as [number];
  return `${output}${status === 0 ? '' : `status ${status}`}`;
}

/** Expected output of each example. */
const OUTPUT: Record<string, RegExp> = {
  '01-read.ts':
    /^Signed in as curator\.\n1947-05-01 Down the Potomac\n1 of 1 voyages\.\nThe first one is .+\.\n\d+ people\.\nvoyage Down the Potomac\n/,
  '02-write.ts':
    /^Logged as 1952-07-04-regatta-below-the-bridge\.\nSomeone else was faster\. Read the record again\.\nChester Example sailed on “Regatta below the bridge”\.\nThe finish line: \/media-files\/\S+\.png\n$/,
  '03-documents.ts': /^create Down the Potomac\n[1-9]\d* bytes of CSV\.\n$/,
};

test('every example is listed in the README and tested', () => {
  const readme = readFileSync(path.join(CLIENT, 'README.md'), 'utf8');
  expect([...readme.matchAll(/\(examples\/(\S+)\)/g)].map(([, name]) => name)).toEqual(examples);
  expect(Object.keys(OUTPUT)).toEqual(examples);
});

test.each(Object.entries(OUTPUT))('%s runs', async (example, output) => {
  expect(await run(example)).toMatch(output);
});

test('an error has the server’s message, field errors and request id', async () => {
  const archive = new ArchiveClient({ url: api.url });
  await expect(archive.request('voyages.list')).rejects.toMatchObject({ name: 'ArchiveError', status: 401 });
  await archive.signIn(CURATOR.username, CURATOR.password);
  const error = await archive
    .request('voyages.create', { body: { title: 'Wrong', start_date: '1946-02-30' } })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ArchiveError);
  expect(error).toMatchObject({
    status: 422,
    errors: [{ path: 'start_date', message: expect.any(String) }],
    request_id: expect.any(String),
  });
});

test('reads are retried while the server is busy, writes are not', async () => {
  const seen: string[] = [];
  const busy: typeof fetch = (...request) => {
    const { method = '' } = request[1] ?? {};
    seen.push(method);
    return Promise.resolve(
      seen.length === 1 || method === 'POST'
        ? Response.json({ title: 'Busy' }, { status: 503, headers: { 'retry-after': '0' } })
        : Response.json([], { headers: { 'x-total-count': '0' } }),
    );
  };
  const archive = new ArchiveClient({ url: api.url, fetch: busy });
  expect(await archive.request('voyages.list')).toMatchObject({ data: [], total: 0 });
  await expect(archive.request('auth.logout')).rejects.toMatchObject({ status: 503 });
  expect(seen).toEqual(['GET', 'GET', 'POST']);
});
