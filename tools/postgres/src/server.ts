import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './data-directory.ts';
import { terminateProcess, processCommand, startWatchdog } from './processes.ts';
import { UserError } from './user-error.ts';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

export interface Server {
  port: number;
  pid: number;
  /** Resolves when the server has ended for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

export interface ServeOptions {
  port: number;
  /** The file for the server's output. */
  log: string;
  settings: Record<string, string>;
  /** A command that runs after the server was stopped because this process was killed. */
  orphanCleanup?: string[];
}

const START_TIMEOUT_MS = 120_000;

/** Stops a server that a killed start left running on this data, and removes its stale lock. */
export async function stopOrphanedServer(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readLines(file)[0]);
  const command = pid > 0 ? processCommand(pid) : '';
  // The pid may belong to another program by now.
  if (/postgres/.test(command.split(' ')[0] ?? '') && command.includes(data)) {
    const steps: [NodeJS.Signals, number][] = [
      ['SIGINT', 30_000],
      ['SIGQUIT', 10_000],
      ['SIGKILL', 5000],
    ];
    if (!(await terminateProcess(pid, steps)))
      throw new UserError(`The database server ${pid} of an earlier start does not stop. Stop it manually.`);
  }
  rmSync(file, { force: true });
}

export async function serve(cluster: Cluster, options: ServeOptions): Promise<Server> {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await sleep(200)) {
    const from = existsSync(options.log) ? statSync(options.log).size : 0;
    const child = launch(cluster, options);
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
    const watchdog = startWatchdog(child.pid ?? 0, options.orphanCleanup ? { after: options.orphanCleanup } : {});
    void exited.then(() => watchdog.kill('SIGKILL'));
    child.unref();
    if (await waitUntilReady(cluster, child, exited, end)) {
      return { port: options.port, pid: child.pid ?? 0, exited, stop: () => stop(child, exited) };
    }
    await stop(child, exited);
    const output = readFileSync(options.log).subarray(from).toString();
    // Processes of a killed server take a moment to exit and hold its shared memory until then.
    if (/shared memory block .* is still in use/.test(output) && Date.now() < end) continue;
    if (/could not bind|could not create any TCP\/IP sockets/.test(output))
      return serve(cluster, { ...options, port: await freePort() });
    const reason = output.match(/FATAL: {2}(.*)/)?.[1] ?? 'no reason given';
    throw new UserError(`PostgreSQL did not start (${reason}). Log: ${options.log}`);
  }
}

function launch({ binaries, user, data }: Cluster, { port, log, settings }: ServeOptions): ChildProcess {
  const serverSettings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(serverSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const out = openSync(log, 'a', 0o600);
  try {
    // A separate session: Ctrl-C reaches only us, and we stop it after its clients.
    return spawn(binaries.postgres, ['-D', data, '-p', String(port), ...flags], {
      ...user,
      cwd: data,
      detached: true,
      stdio: ['ignore', out, out],
    });
  } finally {
    closeSync(out);
  }
}

/** The server reports its state in its lock file. */
async function waitUntilReady(
  { data }: Cluster,
  child: ChildProcess,
  exited: Promise<void>,
  end: number,
): Promise<boolean> {
  let isRunning = true;
  void exited.then(() => (isRunning = false));
  while (isRunning && Date.now() < end) {
    const lines = readLines(join(data, 'postmaster.pid'));
    if (Number(lines[0]) === child.pid && lines[7]?.startsWith('ready')) return true;
    await Promise.race([sleep(20), exited]);
  }
  return false;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  for (const [signal, milliseconds] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5000],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    child.ref();
    child.kill(signal);
    await Promise.race([exited, sleep(milliseconds, undefined, { ref: false })]);
  }
}

/**
 * Below the ports that systems assign automatically: to an outgoing connection, or to a server that asks for any port.
 * Those could take a port between this check and its use, or while its server restarts.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const MAX_ATTEMPTS = 100;

/** A port on `host` that no server listens on. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const error = await listenError(host, port);
    if (error === undefined) return port;
    const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
    if (!isTaken || attempt === MAX_ATTEMPTS) throw error;
  }
}

function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
