import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openCluster } from './data-directory.ts';
import { terminateProcess, processStartTime, waitForExit } from './processes.ts';
import { UserError } from './user-error.ts';
import { freePort, serve } from './server.ts';
import { ensureTraversableDir } from './server-user.ts';
import { removePostgres, startPostgres, type Postgres } from './start-postgres.ts';

let directory: string;
let home: string;
const started: { stop(): Promise<void> }[] = [];
const children: ChildProcess[] = [];

/** One cluster for all tests: creating one takes longer than any of them. */
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'postgres-test-'));
  home = join(directory, 'archive', 'postgres');
  // PostgreSQL's account must traverse it.
  chmodSync(directory, 0o711);
});

afterEach(async () => {
  for (const child of children.splice(0)) await terminateProcess(child.pid ?? 0, [['SIGKILL', 5000]]);
  await Promise.all(started.splice(0).map((item) => item.stop()));
});

afterAll(() => {
  removePostgres({ dataDir: home });
  rmSync(directory, { recursive: true, force: true });
});

async function start(dataDir = home): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log: join(directory, 'log') });
  started.push(postgres);
  return postgres;
}

async function queryValue(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Starts PostgreSQL on the same folder in another process; returns the address it prints. */
async function startInAnotherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('./fixtures/start-and-wait.ts', import.meta.url));
  const child = spawn(process.execPath, [script, 'postgres', home], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const url = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim())),
  );
  return { child, url };
}

const serverPid = () => Number.parseInt(readFileSync(join(dataOf(home), 'postmaster.pid'), 'utf8'), 10);
const dataOf = (directory: string) =>
  existsSync(join(directory, 'location'))
    ? join(readFileSync(join(directory, 'location'), 'utf8'), 'data')
    : join(directory, 'data');

describe('a normal start', () => {
  test('keeps data and address between starts, and the password private', async () => {
    const first = await start();
    await queryValue(first.url, 'create table voyage as select 1976 as year');
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await queryValue(second.url, 'select year from voyage')).toBe(1976);
    expect(statSync(join(home, 'password')).mode & 0o777).toBe(0o600);
    expect(new URL(second.url).password.length).toBeGreaterThan(20);
  });

  test('has the extensions of search and supports letters outside ASCII', async () => {
    const { url } = await start();
    await queryValue(url, 'create extension pg_trgm');
    await queryValue(url, 'create extension unaccent');
    expect(await queryValue(url, "select unaccent('Élan') || lower('ÉLAN')")).toBe('Elanélan');
  });

  test('requires the password, on the loopback address only', async () => {
    const { url } = await start();
    expect(await queryValue(url, 'show listen_addresses')).toBe('127.0.0.1');
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(queryValue(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('uses another port when the saved one is in use', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await first.stop();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const second = await start();
    expect(Number(new URL(second.url).port)).not.toBe(port);
    expect(await queryValue(second.url, 'select 1')).toBe(1);
    await new Promise((resolve) => other.close(resolve));
  });

  test('rejects a directory in use, without disturbing its server', async () => {
    const { child, url } = await startInAnotherProcess();
    await expect(start()).rejects.toThrow(`The database in ${home} is in use by process ${child.pid}.`);
    expect(await queryValue(url, 'select 1')).toBe(1);
  });
});

describe('after a kill', () => {
  test('of the program: the server stops, and the next start has all data', async () => {
    const { child, url } = await startInAnotherProcess();
    await queryValue(url, 'create table stay as select 1949 as year');
    const pid = serverPid();
    child.kill('SIGKILL');
    expect(await waitForExit(pid, 20_000)).toBe(true);
    expect(await queryValue((await start()).url, 'select year from stay')).toBe(1949);
  });

  test('of the program and its watchdog: the next start stops the orphaned server', async () => {
    const cluster = openCluster(home);
    const left = await serve(cluster, { port: await freePort(), log: join(directory, 'log'), settings: {} });
    started.push(left);
    const { url } = await start();
    await left.exited;
    expect(processStartTime(left.pid)).toBeUndefined();
    expect(await queryValue(url, 'select 1')).toBe(1);
  });

  test('of the server: it is reported, and the next start recovers every committed row', async () => {
    const first = await start();
    await queryValue(first.url, 'create table first as select 1931 as year');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    expect(await queryValue((await start()).url, 'select year from first')).toBe(1931);
  });

  test('a reused pid in the lock file belongs to another program, which isn’t stopped', async () => {
    const first = await start();
    await first.stop();
    const otherProgram = spawn('sleep', ['60']);
    children.push(otherProgram);
    writeFileSync(join(dataOf(home), 'postmaster.pid'), `${otherProgram.pid}\n${dataOf(home)}\n`);
    expect(await queryValue((await start()).url, 'select 1')).toBe(1);
    expect(processStartTime(otherProgram.pid ?? 0)).toBeDefined();
  });

  test('while creating the cluster: the next start creates it again', async () => {
    const other = join(directory, 'other');
    ensureTraversableDir(other);
    mkdirSync(join(other, 'data.new'));
    writeFileSync(join(other, 'data.new', 'PG_VERSION'), '18\n');
    expect(await queryValue((await start(other)).url, 'select 1')).toBe(1);
  });
});

describe('errors for people to fix', () => {
  test('data of a newer PostgreSQL', async () => {
    await (await start()).stop();
    writeFileSync(join(dataOf(home), 'PG_VERSION'), '19\n');
    const before = fingerprint(dataOf(home));
    await expect(start()).rejects.toThrow(UserError);
    await expect(start()).rejects.toThrow(/from PostgreSQL 19, and this archive includes 18\. Start the newer version/);
    expect(fingerprint(dataOf(home))).toBe(before);
    writeFileSync(join(dataOf(home), 'PG_VERSION'), '18\n');
  });

  test('a lost password file', async () => {
    await (await start()).stop();
    renameSync(join(home, 'password'), join(home, 'kept'));
    await expect(start()).rejects.toThrow(/database password file .* is missing/);
    renameSync(join(home, 'kept'), join(home, 'password'));
  });
});

test('root stores data outside a closed directory, and a copy never uses the data of the original', async () => {
  const root = process.getuid?.() === 0;
  const closed = mkdtempSync(join(homedir(), '.postgres-test-'));
  const original = join(closed, 'postgres');
  const copied = join(closed, 'copy');
  try {
    const first = await start(original);
    await queryValue(first.url, 'create table voyage as select 1962 as year');
    expect(existsSync(join(original, 'data'))).toBe(!root);
    await first.stop();
    expect(await queryValue((await start(original)).url, 'select year from voyage')).toBe(1962);
    await started.splice(0).at(-1)?.stop();

    cpSync(original, copied, { recursive: true });
    const copy = await start(copied).catch((error: Error) => error.message);
    expect(typeof copy === 'string').toBe(root);
    if (root) expect(copy).toContain(`belongs to ${original}, and ${copied} is a copy of it`);
  } finally {
    await Promise.all(started.splice(0).map((item) => item.stop()));
    const data = dataOf(original);
    removePostgres({ dataDir: original });
    expect(existsSync(data)).toBe(false);
    rmSync(closed, { recursive: true, force: true });
  }
});

function fingerprint(directory: string): string {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted();
  return createHash('sha256').update(names.join()).digest('hex');
}
