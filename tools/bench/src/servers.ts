import { createHash, randomBytes } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, freePort } from '@archive/postgres';
import pg from 'pg';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const BACKEND = path.join(ROOT, 'apps', 'backend', 'dist');
const FRONTENDS = path.join(ROOT, 'dist', 'frontends');
/** The flags of `npm start` and the image. */
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024', '--enable-source-maps'];
const CURATOR = { username: 'bench', password: randomBytes(12).toString('hex') };
const START_TIMEOUT_MS = 60_000;

export interface Server {
  name: string;
  url: string;
  /** Headers of a signed-in session. */
  headers: Record<string, string>;
  /** Milliseconds from start to ready. */
  startedIn: number;
  /** Peak memory in megabytes. */
  peakMemory(): number;
  pid: number;
  stop(): Promise<void>;
}

interface Program {
  /** Name of the program and of its log. */
  name: string;
  args: string[];
  env: Record<string, string>;
  /** A path that responds as soon as the server does. */
  ready: string;
  logs: string;
  cwd?: string;
}

/** Starts a Node program that reads `HOST` and `PORT`, and waits until it responds. */
export async function start({ name, args, env, ready, logs, cwd }: Program): Promise<Omit<Server, 'headers'>> {
  const port = await freePort();
  const log = openSync(path.join(logs, `${name}.log`), 'a');
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', log, log],
  });
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(url + ready).catch(() => undefined))?.status === undefined) {
    if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS) {
      child.kill();
      throw new Error(`${name} did not start: ${readFileSync(path.join(logs, `${name}.log`), 'utf8').slice(-2000)}`);
    }
    await sleep(10);
  }
  const startedIn = performance.now() - startedAt;
  return { name, url, startedIn, peakMemory: () => peakMemory(child), pid: child.pid ?? 0, stop: () => stop(child) };
}

const peakMemory = ({ pid }: ChildProcess) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** The product's API on a database, signed in. */
export interface Product extends Server {
  /** Environment of its processes. */
  env: Record<string, string>;
}

/** A worker for the jobs of a product. */
export function startWorker({ env }: Product, logs: string): { pid: number; stop: () => Promise<void> } {
  const log = openSync(path.join(logs, 'worker.log'), 'a');
  const child = spawn(process.execPath, [...FLAGS, path.join(BACKEND, 'worker.js')], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', log, log],
  });
  return { pid: child.pid ?? 0, stop: () => stop(child) };
}

/** The product's API; `frontends` replaces the built micro-frontends, `settings` its defaults. */
export async function startProduct(
  database: Database,
  logs: string,
  frontends = FRONTENDS,
  settings: Record<string, string> = {},
): Promise<Product> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    FRONTENDS_DIR: frontends,
    CURATOR_USERNAME: CURATOR.username,
    CURATOR_PASSWORD: CURATOR.password,
    ...settings,
  };
  const args = [...FLAGS, path.join(BACKEND, 'main.js')];
  const server = await start({ name: 'product', args, env, ready: '/health/ready', logs });
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CURATOR),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    ...server,
    headers: { cookie },
    env,
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The baseline server on the same database. */
export async function startBaseline(database: Database, logs: string): Promise<Server> {
  const token = randomBytes(32).toString('base64url');
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(
    `insert into session (token_hash, username, expires_at) values ($1, 'bench', now() + interval '1 day')`,
    [createHash('sha256').update(token).digest()],
  );
  await client.end();
  const program = path.join(import.meta.dirname, 'baseline-server.ts');
  const env = { DATABASE_URL: database.url };
  const server = await start({ name: 'baseline', args: [program], env, ready: '/', logs });
  return { ...server, headers: { cookie: `session=${token}` } };
}

/** Migrates an empty database to the product's schema. */
export async function migrate(database: Database, logs: string): Promise<void> {
  const log = openSync(path.join(logs, 'migrate.log'), 'a');
  const child = spawn(process.execPath, [path.join(BACKEND, 'migrate.js')], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: database.url, DATA_DIR: tmpdir() },
    stdio: ['ignore', log, log],
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`The migrations failed; see ${path.join(logs, 'migrate.log')}`);
}
