import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EXTENSION, PROGRAM, ROOT } from '../../paths.ts';

const MB = 1024 * 1024;
const KB = 1024;
/** How often the memory of a process is read. */
const CHECK_MS = 50;
/** Real time per second of processor time, on a busy machine, and the time to start. */
const TIME_PER_CPU = 1.5;
const START_MS = 10_000;
/** How long a process of low priority may wait for others. */
const WAIT_MS = 600_000;
/** Largest file that a process may write: image libraries keep large images in temporary files. */
const FILE_BYTES = 1024 * MB;
const ERROR_CHARACTERS = 2000;

/** Source and build run it without a loader. */
const FILE = path.join(PROGRAM, `sandbox${EXTENSION}`);

/** The files of the program itself. Apart from the input file, the process can read nothing else. */
const READABLE = ['package.json', 'node_modules', 'libs', 'apps/backend'].map((name) => path.join(ROOT, name));

export interface SandboxLimits {
  /** Resident memory, native and WebAssembly memory included. */
  memoryBytes: number;
  /** Processor time of all threads. */
  cpuSeconds: number;
  /** Lets other processes go first. */
  lowPriority?: boolean;
  /** Size of the largest file that it may write, if not the usual limit. */
  fileBytes?: number;
}

/** Niceness, of 19 at most. */
const LOW_PRIORITY = 15;

/** The process may have ended already. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It then runs at normal priority.
  }
}

/** Why a process ended without a result. */
export type CrashReason = 'memory' | 'time' | 'crash';

/** The process crashed or exceeded a limit. */
export class SandboxCrash extends Error {
  readonly reason: CrashReason;
  /** Someone else has ended it. */
  readonly isTerminated: boolean;
  /** The program itself has ended, with this code. */
  readonly exitCode: number | null;

  constructor(reason: CrashReason, detail: string, { isTerminated = false, exitCode = null as number | null } = {}) {
    super(detail);
    this.reason = reason;
    this.isTerminated = isTerminated;
    this.exitCode = exitCode;
  }
}

/** Limits that the kernel enforces, also when this process is killed or too busy to look; `exec` keeps the process id. */
const LIMITED = 'ulimit -c 0 && ulimit -f "$1" && ulimit -S -t "$2" && ulimit -H -t "$3" && shift 3 && exec "$@"';

const ULIMIT_BLOCK = 512;

const shell = ({ cpuSeconds, fileBytes = FILE_BYTES }: SandboxLimits) =>
  process.platform === 'win32'
    ? []
    : ['sh', '-c', LIMITED, 'sh', ...[fileBytes / ULIMIT_BLOCK, cpuSeconds, cpuSeconds + 1].map(String)];

const nodeOptions = (directory: string, { memoryBytes }: SandboxLimits) => [
  '--permission',
  // sharp is native code, and so outside of these permissions.
  '--allow-addons',
  ...[...READABLE, directory].map((name) => `--allow-fs-read=${name}`),
  `--allow-fs-write=${directory}`,
  `--max-old-space-size=${Math.round(memoryBytes / MB / 2)}`,
  '--no-warnings',
];

/** Where the programs below are, whatever this process's environment says. */
const PATH = '/usr/bin:/bin';

/** Runs in a separate network namespace if the kernel lets this user create one; most containers do not. */
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

/** Bytes in memory; 0 if the system does not report it or the process has ended. */
function residentBytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * KB;
  } catch {
    return 0;
  }
}

function reasonOf(signal: NodeJS.Signals | null, stderr: string): CrashReason {
  if (signal === 'SIGXCPU') return 'time';
  // Nobody else sends this signal but the kernel, when the machine or the container is out of memory.
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
  file = FILE,
): Promise<void> => runLimited([process.execPath, ...nodeOptions(directory, limits), file, ...task], directory, limits);

/**
 * Runs any program in the same way, without the permissions of Node.
 * @throws SandboxCrash
 */
export async function runLimited(program: readonly string[], directory: string, limits: SandboxLimits): Promise<void> {
  const [command = '', ...options] = [...(await networkIsolation), ...shell(limits), ...program];
  const child = spawn(command, options, {
    cwd: directory,
    // Temporary files of libraries go where the worker removes them.
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
  const waitMs = limits.lowPriority ? WAIT_MS : 0;
  const timer = setTimeout(() => kill('time'), limits.cpuSeconds * TIME_PER_CPU * 1000 + START_MS + waitMs);
  const watch = setInterval(() => {
    if (residentBytes(child.pid ?? 0) > limits.memoryBytes) kill('memory');
  }, CHECK_MS);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code === 0) return;
    const detail = `${signal ?? `Exit code ${code}`} ${stderr.trim()}`;
    const isTerminated = signal === 'SIGTERM' || signal === 'SIGINT';
    throw new SandboxCrash(exceeded ?? reasonOf(signal, stderr), detail, {
      isTerminated,
      exitCode: exceeded === undefined ? code : null,
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    process.off('exit', stop);
  }
}
