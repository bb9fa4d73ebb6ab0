import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { aDatabase } from './support/database.ts';
import { until } from './support/doorway.ts';

const project = path.resolve(import.meta.dirname, '..');
const LOADER = ['--import', path.join(project, 'test/support/typescript.mjs')];

interface Running {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

describe('a process', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>;
  let data: string;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    database = await aDatabase();
    data = await mkdtemp(path.join(tmpdir(), 'archive-process-'));
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  afterAll(async () => {
    await database.drop();
    await rm(data, { recursive: true });
  });

  const environment = (more: Record<string, string>) => ({
    PATH: process.env.PATH,
    NODE_NO_WARNINGS: '1',
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: data,
    PORT: '0',
    ...more,
  });

  function follow(child: ChildProcess): Running {
    running.push(child);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return { child, output: () => output, ended: once(child, 'exit').then(([code]) => code as number | null) };
  }

  const run = (entry: string, more: Record<string, string> = {}) =>
    follow(
      spawn(process.execPath, [...LOADER, `src/${entry}.ts`], { cwd: project, env: environment(more), stdio: 'pipe' }),
    );

  const runWithChannel = (entry: string, more: Record<string, string> = {}) =>
    follow(
      fork(`src/${entry}.ts`, {
        cwd: project,
        execArgv: LOADER,
        env: environment(more),
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      }),
    );

  const says = ({ output }: Running, words: string) => until(() => output().includes(words), 15_000);

  test('that is configured wrongly says so in plain sentences and ends with 1', async () => {
    const api = run('main', { PORT: '99999', NODE_ENV: 'production' });
    expect(await api.ended).toBe(1);
    expect(api.output()).toBe('PORT must be a whole number from 0 to 65535; it is "99999".\n');
    const strict = run('worker', { NODE_ENV: 'production' });
    expect(await strict.ended).toBe(1);
    expect(strict.output()).toBe(
      'CURATOR_USERNAME is required in production.\nCURATOR_PASSWORD is required in production.\n',
    );
  });

  test('whose port is taken says so and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const api = run('main', { PORT: String(port) });
    expect(await api.ended).toBe(1);
    expect(api.output()).toBe(`Port ${port} on 127.0.0.1 is taken by another program: set PORT to another one.\n`);
    other.close();
  });

  test.each([
    ['main', 'Server listening'],
    ['worker', 'Working.'],
  ])('%s ends in good order when asked to', async (entry, ready) => {
    const api = run(entry);
    await says(api, ready);
    api.child.kill('SIGTERM');
    expect(await api.ended).toBe(0);
    expect(api.output()).toContain('Stopping: asked to.');
  });

  test.each([
    ['main', 'Server listening'],
    ['worker', 'Working.'],
  ])('%s ends when the channel to its parent closes', async (entry, ready) => {
    const watched = runWithChannel(entry, { PARENT_WATCH: '1' });
    await says(watched, ready);
    watched.child.disconnect();
    expect(await watched.ended).toBe(0);
    const piped = run(entry, { PARENT_WATCH: '1' });
    await says(piped, ready);
    piped.child.stdin?.end();
    expect(await piped.ended).toBe(0);
  });

  test('logs JSON lines with the id of each request, and no secret', async () => {
    const api = run('main');
    await says(api, 'Server listening');
    const [, url] = /Server listening at (http:\/\/[\d.:]+)/.exec(api.output()) ?? [];
    await fetch(`${url}/api/auth/login?token=hidden`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'request-of-a-test', cookie: 'session=hidden' },
      body: '{"username": "curator", "password": "hidden"}',
    });
    await says(api, 'request-of-a-test');
    const lines = api
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find(({ request_id }) => request_id === 'request-of-a-test')).toMatchObject({
      level: 'info',
      process: 'api',
      method: 'POST',
      path: '/api/auth/login',
      status: 422,
    });
    expect(api.output()).not.toContain('hidden');
  });

  test('migrates a database once, however many do it at the same time', async () => {
    const { createDatabase } = await import('@archive/postgres');
    const fresh = await createDatabase(database.url);
    const both = [run('migrate', { DATABASE_URL: fresh.url }), run('migrate', { DATABASE_URL: fresh.url })];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    const said = both.map(({ output }) => output()).join('');
    expect(said.match(/^Migrated 20261120000001-foundations$/gm)).toHaveLength(1);
    expect(said).toContain('The database is up to date.\n');
    await fresh.drop();
  });

  test('waits to migrate until the server answers', async () => {
    const migration = run('migrate', { DATABASE_URL: 'postgresql://archive:x@127.0.0.1:1/archive' });
    await says(migration, 'The database does not answer');
    expect(migration.child.exitCode).toBeNull();
  });
});
