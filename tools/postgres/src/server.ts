import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster } from './data-directory.ts';
import { endProcess, processCommand, watchOver } from './processes.ts';
import { Refusal } from './refusal.ts';

export interface Server {
  port: number;
  pid: number;
  /** Settles when the server has ended, wished for or not. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

export interface ServeOptions {
  port: number;
  /** The file that gets what the server says. */
  log: string;
  settings: Record<string, string>;
  /** What a shell does, after the server has been stopped, when this process was killed. */
  afterOrphaned?: string[];
}

const START_LIMIT = 120_000;

/** Ends a server that was left running on these data by a start that was killed, and takes away a lock that nobody holds. */
export async function endLeftover(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readLines(file)[0]);
  const command = pid > 0 ? processCommand(pid) : '';
  // The number may have been given to any other program since.
  if (/postgres/.test(command.split(' ')[0] ?? '') && command.includes(data)) {
    const steps: [NodeJS.Signals, number][] = [
      ['SIGINT', 30_000],
      ['SIGQUIT', 10_000],
      ['SIGKILL', 5000],
    ];
    if (!(await endProcess(pid, steps)))
      throw new Refusal(`The database server ${pid} of an earlier start does not end: stop it by hand.`);
  }
  rmSync(file, { force: true });
}

export async function serve(cluster: Cluster, options: ServeOptions): Promise<Server> {
  for (const end = Date.now() + START_LIMIT; ; await sleep(200)) {
    const from = existsSync(options.log) ? statSync(options.log).size : 0;
    const child = launch(cluster, options);
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
    const watchdog = watchOver(child.pid ?? 0, options.afterOrphaned ? { after: options.afterOrphaned } : {});
    void exited.then(() => watchdog.kill('SIGKILL'));
    child.unref();
    if (await ready(cluster, child, exited, end)) {
      return { port: options.port, pid: child.pid ?? 0, exited, stop: () => stop(child, exited) };
    }
    await stop(child, exited);
    const said = readFileSync(options.log).subarray(from).toString();
    // Processes of a server that was killed take a moment to notice, and hold its memory until then.
    if (/shared memory block .* is still in use/.test(said) && Date.now() < end) continue;
    if (/could not bind|could not create any TCP\/IP sockets/.test(said))
      return serve(cluster, { ...options, port: await freePort() });
    const reason = said.match(/FATAL: {2}(.*)/)?.[1] ?? 'it gave no reason';
    throw new Refusal(`PostgreSQL did not start (${reason}); its log is ${options.log}`);
  }
}

function launch({ binaries, user, data }: Cluster, { port, log, settings }: ServeOptions): ChildProcess {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const out = openSync(log, 'a', 0o600);
  try {
    // A session of its own: Ctrl-C is for the one who started it, who ends it when its clients are gone.
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

/** The server itself writes in its lock file how far it is. */
async function ready({ data }: Cluster, child: ChildProcess, exited: Promise<void>, end: number): Promise<boolean> {
  let running = true;
  void exited.then(() => (running = false));
  while (running && Date.now() < end) {
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

/** A port of the loopback address that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
