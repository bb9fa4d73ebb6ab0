import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@archive/postgres';
import { Client } from 'pg';
import { waitUntil } from './wait-until.ts';

export const PGBOUNCER = '/usr/sbin/pgbouncer';
/** PgBouncer refuses to run as root. */
const UNPRIVILEGED = 65_534;

export interface PgBouncer {
  url: string;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode in front of a database, with a few connections and time limits in seconds. */
export async function startPgBouncer(
  databaseUrl: string,
  { connections, statementSeconds }: { connections: number; statementSeconds: number },
): Promise<PgBouncer> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const directory = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'));
  const listenPort = await freePort();
  const users = path.join(directory, 'users');
  const file = path.join(directory, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} connect_query='set statement_timeout = ${statementSeconds * 1000}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
`,
  );
  await chmod(directory, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(PGBOUNCER, [file], {
    ...(isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${listenPort}`;
  url.pathname = pathname;
  const responds = async () => {
    const client = new Client(url.href);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  await waitUntil(async () => child.exitCode !== null || (await responds()), 10_000).catch(() => child.kill('SIGKILL'));
  if (child.exitCode !== null || child.killed) throw new Error(`PgBouncer did not start:\n${log}`);
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
