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
import { endProcess, processBirth, processEnded } from './processes.ts';
import { Refusal } from './refusal.ts';
import { freePort, serve } from './server.ts';
import { makePassage } from './server-user.ts';
import { removePostgres, startPostgres, type Postgres } from './start-postgres.ts';

let place: string;
let home: string;
const started: { stop(): Promise<void> }[] = [];
const held: ChildProcess[] = [];

/** One cluster for all: making one takes longer than anything that is done with it here. */
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'postgres-test-'));
  home = join(place, 'archive', 'postgres');
  // The account that PostgreSQL runs as must pass through.
  chmodSync(place, 0o711);
});

afterEach(async () => {
  for (const child of held.splice(0)) await endProcess(child.pid ?? 0, [['SIGKILL', 5000]]);
  await Promise.all(started.splice(0).map((one) => one.stop()));
});

afterAll(() => {
  removePostgres({ dataDir: home });
  rmSync(place, { recursive: true, force: true });
});

async function start(dataDir = home): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log: join(place, 'log') });
  started.push(postgres);
  return postgres;
}

async function ask(url: string, sql: string): Promise<unknown> {
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

/** A process that starts PostgreSQL on the same directory; answers the address it prints. */
async function holdInAnotherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('./fixtures/hold.ts', import.meta.url));
  const child = spawn(process.execPath, [script, 'postgres', home], { stdio: ['ignore', 'pipe', 'inherit'] });
  held.push(child);
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

describe('an ordinary start', () => {
  test('keeps the data and the address from start to start, and the password to ourselves', async () => {
    const first = await start();
    await ask(first.url, 'create table voyage as select 1976 as year');
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'select year from voyage')).toBe(1976);
    expect(statSync(join(home, 'password')).mode & 0o777).toBe(0o600);
    expect(new URL(second.url).password.length).toBeGreaterThan(20);
  });

  test('has the extensions that search needs, and knows letters outside ASCII', async () => {
    const { url } = await start();
    await ask(url, 'create extension pg_trgm');
    await ask(url, 'create extension unaccent');
    expect(await ask(url, "select unaccent('Élan') || lower('ÉLAN')")).toBe('Elanélan');
  });

  test('asks for the password, on the loopback address only', async () => {
    const { url } = await start();
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1');
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('takes another port when the kept one was taken meanwhile', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    await first.stop();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const second = await start();
    expect(Number(new URL(second.url).port)).not.toBe(port);
    expect(await ask(second.url, 'select 1')).toBe(1);
    await new Promise((resolve) => other.close(resolve));
  });

  test('refuses a directory that another living process serves, and leaves that one alone', async () => {
    const { child, url } = await holdInAnotherProcess();
    await expect(start()).rejects.toThrow(`The database in ${home} is in use by process ${child.pid}.`);
    expect(await ask(url, 'select 1')).toBe(1);
  });
});

describe('after a kill', () => {
  test('of the program: the server ends by itself, and the next start has what was written', async () => {
    const { child, url } = await holdInAnotherProcess();
    await ask(url, 'create table stay as select 1949 as year');
    const pid = serverPid();
    child.kill('SIGKILL');
    expect(await processEnded(pid, 20_000)).toBe(true);
    expect(await ask((await start()).url, 'select year from stay')).toBe(1949);
  });

  test('of the program and its watchdog: the next start ends the server that is still running', async () => {
    const cluster = openCluster(home);
    const left = await serve(cluster, { port: await freePort(), log: join(place, 'log'), settings: {} });
    started.push(left);
    const { url } = await start();
    await left.exited;
    expect(processBirth(left.pid)).toBeUndefined();
    expect(await ask(url, 'select 1')).toBe(1);
  });

  test('of the server: it is noticed, and the next start recovers every committed row', async () => {
    const first = await start();
    await ask(first.url, 'create table first as select 1931 as year');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    expect(await ask((await start()).url, 'select year from first')).toBe(1931);
  });

  test('the number in its lock may belong to any other program since, which is not touched', async () => {
    const first = await start();
    await first.stop();
    const stranger = spawn('sleep', ['60']);
    held.push(stranger);
    writeFileSync(join(dataOf(home), 'postmaster.pid'), `${stranger.pid}\n${dataOf(home)}\n`);
    expect(await ask((await start()).url, 'select 1')).toBe(1);
    expect(processBirth(stranger.pid ?? 0)).toBeDefined();
  });

  test('in the middle of making the cluster: the next start makes it anew', async () => {
    const other = join(place, 'other');
    makePassage(other);
    mkdirSync(join(other, 'data.new'));
    writeFileSync(join(other, 'data.new', 'PG_VERSION'), '18\n');
    expect(await ask((await start(other)).url, 'select 1')).toBe(1);
  });
});

describe('what only a person can put right is one sentence', () => {
  test('data of a newer PostgreSQL', async () => {
    await (await start()).stop();
    writeFileSync(join(dataOf(home), 'PG_VERSION'), '19\n');
    const before = fingerprint(dataOf(home));
    await expect(start()).rejects.toThrow(Refusal);
    await expect(start()).rejects.toThrow(
      /made by PostgreSQL 19 and this archive comes with 18: start the newer version/,
    );
    expect(fingerprint(dataOf(home))).toBe(before);
    writeFileSync(join(dataOf(home), 'PG_VERSION'), '18\n');
  });

  test('a lost password file', async () => {
    await (await start()).stop();
    renameSync(join(home, 'password'), join(home, 'kept'));
    await expect(start()).rejects.toThrow(/password of the database is gone/);
    renameSync(join(home, 'kept'), join(home, 'password'));
  });
});

test('under a closed directory root keeps the data elsewhere, and a copy of the directory never meets the original', async () => {
  const root = process.getuid?.() === 0;
  const closed = mkdtempSync(join(homedir(), '.postgres-test-'));
  const original = join(closed, 'postgres');
  const copied = join(closed, 'copy');
  try {
    const first = await start(original);
    await ask(first.url, 'create table voyage as select 1962 as year');
    expect(existsSync(join(original, 'data'))).toBe(!root);
    await first.stop();
    expect(await ask((await start(original)).url, 'select year from voyage')).toBe(1962);
    await started.splice(0).at(-1)?.stop();

    cpSync(original, copied, { recursive: true });
    const copy = await start(copied).catch((error: Error) => error.message);
    expect(typeof copy === 'string').toBe(root);
    if (root) expect(copy).toContain(`belongs to ${original}, of which ${copied} is a copy`);
  } finally {
    await Promise.all(started.splice(0).map((one) => one.stop()));
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
