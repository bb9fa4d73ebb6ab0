import path from 'node:path';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, constants } from 'node:fs';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';
import { EXTENSION, PROGRAM, ROOT } from '../../paths.ts';
import { type FileHandle, open } from 'node:fs/promises';

const MB = 1024 * 1024;
const KB = 1024;
/** Interval at which the memory of a process is checked. */
const CHECK_MS = 50;
/** Elapsed time allowed per second of processor time, because the machine may be busy, and time allowed for starting. */
const TIME_PER_CPU = 1.5;
const START_MS = 10_000;
/** Time that a process with low priority may wait for other processes. */
const WAIT_MS = 600_000;
/** Largest file that a process may write: image libraries keep large images in temporary files. */
const FILE_BYTES = 1024 * MB;
const ERROR_CHARACTERS = 2000;

/** The sandbox program, which runs without a loader both in development and in a build. */
const FILE = path.join(PROGRAM, `sandbox${EXTENSION}`);

/** The files of the program itself. The process can read only these and its own directory. */
const READABLE = ['package.json', 'node_modules', 'libs', 'apps/backend'].map((name) => path.join(ROOT, name));

export interface SandboxLimits {
  /** Limit of resident memory, including native and WebAssembly memory. */
  memoryBytes: number;
  /** Limit of processor time, summed over all threads. */
  cpuSeconds: number;
  /** Runs the process at a lower priority than other processes. */
  lowPriority?: boolean;
  /** Maximum size of a file that the process may write, instead of the default limit. */
  fileBytes?: number;
}

/** Niceness (19 is the lowest priority). */
const LOW_PRIORITY = 15;

/** Lowers the priority of a process. Ignores errors, because the process may have ended already. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // Otherwise it runs at normal priority.
  }
}

/** Why a process ended without a result. */
export type CrashReason = 'memory' | 'time' | 'crash';

/** The process crashed or exceeded a limit. */
export class SandboxCrash extends Error {
  readonly reason: CrashReason;
  /** Whether something outside of this class terminated the process. */
  readonly isTerminated: boolean;
  /** The exit code if the program exited by itself. */
  readonly exitCode: number | null;

  constructor(reason: CrashReason, detail: string, { isTerminated = false, exitCode = null as number | null } = {}) {
    super(detail);
    this.reason = reason;
    this.isTerminated = isTerminated;
    this.exitCode = exitCode;
  }
}

/** Limits that the kernel enforces, even if this process is killed or too busy to check. `exec` keeps the process id. */
const LIMITED = 'ulimit -c 0 && ulimit -f "$1" && ulimit -S -t "$2" && ulimit -H -t "$3" && shift 3 && exec "$@"';

const ULIMIT_BLOCK = 512;

const shell = ({ cpuSeconds, fileBytes = FILE_BYTES }: SandboxLimits) =>
  process.platform === 'win32'
    ? []
    : ['sh', '-c', LIMITED, 'sh', ...[fileBytes / ULIMIT_BLOCK, cpuSeconds, cpuSeconds + 1].map(String)];

const nodeOptions = (directory: string, { memoryBytes }: SandboxLimits) => [
  '--permission',
  // sharp is a native addon, which these permissions don't restrict.
  '--allow-addons',
  ...[...READABLE, directory].map((name) => `--allow-fs-read=${name}`),
  `--allow-fs-write=${directory}`,
  `--max-old-space-size=${Math.round(memoryBytes / MB / 2)}`,
  '--no-warnings',
];

/** A fixed path to the programs used here, independent of this process's environment. */
const PATH = '/usr/bin:/bin';

/** Runs a program in a separate network namespace, if the kernel allows this user to create one. Most containers don't. */
const NO_NETWORK = ['unshare', '--map-root-user', '--net'];
const networkIsolation = (async () => {
  const [command = '', ...options] = NO_NETWORK;
  if (process.platform !== 'linux') return [];
  const works = promisify(execFile)(command, [...options, 'true'], { timeout: START_MS, env: { PATH } });
  return works.then(
    () => NO_NETWORK,
    () => [],
  );
})();

/** The resident memory of a process in bytes; 0 if the system doesn't report it or the process has ended. */
function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * KB;
  } catch {
    return 0;
  }
}

function reasonOf(signal: NodeJS.Signals | null, stderr: string): CrashReason {
  if (signal === 'SIGXCPU') return 'time';
  // Only the kernel sends this signal, when the machine or the container is out of memory.
  return signal === 'SIGKILL' || stderr.includes('heap out of memory') ? 'memory' : 'crash';
}

/**
 * Runs the sandbox program in its own process: with an empty environment, in the given directory, and within limits.
 * @throws SandboxCrash
 */
export const runSandboxed = (
  task: readonly string[],
  directory: string,
  limits: SandboxLimits,
  { file = FILE, signal }: { file?: string; signal?: AbortSignal } = {},
): Promise<void> =>
  runLimited([process.execPath, ...nodeOptions(directory, limits), file, ...task], directory, limits, signal);

/**
 * Runs any program in the same way, without the permissions of Node.
 * @param signal ends it
 * @throws SandboxCrash
 */
export async function runLimited(
  program: readonly string[],
  directory: string,
  limits: SandboxLimits,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const [command = '', ...options] = [...(await networkIsolation), ...shell(limits), ...program];
  const child = spawn(command, options, {
    cwd: directory,
    // Libraries write temporary files to the directory that the worker removes.
    env: { PATH, TMPDIR: directory, XDG_CACHE_HOME: directory, MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  if (limits.lowPriority && child.pid !== undefined) lowerPriority(child.pid);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < ERROR_CHARACTERS) stderr += text;
  });
  let exceeded: CrashReason | undefined;
  const kill = (reason: CrashReason) => {
    exceeded ??= reason;
    child.kill('SIGKILL');
  };
  const stop = () => kill('crash');
  process.once('exit', stop);
  signal?.addEventListener('abort', stop);
  const waitMs = limits.lowPriority ? WAIT_MS : 0;
  const timer = setTimeout(() => kill('time'), limits.cpuSeconds * TIME_PER_CPU * 1000 + START_MS + waitMs);
  const watch = setInterval(() => {
    if (residentBytes(child.pid ?? 0) > limits.memoryBytes) kill('memory');
  }, CHECK_MS);
  try {
    const [code, endSignal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code === 0) return;
    const detail = `${endSignal ?? `Exit code ${code}`} ${stderr.trim()}`;
    const isTerminated = endSignal === 'SIGTERM' || endSignal === 'SIGINT';
    throw new SandboxCrash(exceeded ?? reasonOf(endSignal, stderr), detail, {
      isTerminated,
      exitCode: exceeded === undefined ? code : null,
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    process.off('exit', stop);
    signal?.removeEventListener('abort', stop);
  }
}

/** @throws SandboxCrash when the file is missing or too large */
export async function openResult(file: string, maxBytes: number): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  const stats = await handle?.stat();
  if (handle && stats?.isFile() && stats.size <= maxBytes) return handle;
  await handle?.close();
  throw new SandboxCrash('crash', `No usable ${file}`);
}

/** @throws SandboxCrash when the file is missing or too large */
export async function readResult(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await openResult(file, maxBytes);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
