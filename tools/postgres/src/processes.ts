import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const isLinux = process.platform === 'linux';

/**
 * When a process started, as an opaque string; undefined when it has ended. With the pid it identifies a process even
 * after pids are reused. A zombie counts as ended: in a container nothing may reap it.
 */
export function processStartTime(pid: number): string | undefined {
  try {
    if (!isLinux)
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the fields after it do not. State is the third field, start the
    // 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** The command line of a process, arguments separated by spaces; empty when it has ended. */
export function processCommand(pid: number): string {
  try {
    if (!isLinux) return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Waits at most `milliseconds` for a process to end. Returns whether it has. */
export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; ; await sleep(25)) {
    if (!processStartTime(pid)) return true;
    if (Date.now() > end) return false;
  }
}

/** Sends each signal in turn, waiting the given time for the process to end. Returns whether it has. */
export async function terminateProcess(pid: number, steps: [NodeJS.Signals, number][]): Promise<boolean> {
  for (const [signal, milliseconds] of steps) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    if (await waitForExit(pid, milliseconds)) return true;
  }
  return false;
}

/**
 * A shell that outlives this process: when this process ends in any way, the shell sends `signal` to the process, or
 * to the group for a negative pid, and kills what remains after 15 seconds. Then it runs `after`. Kill the shell when
 * the process ends first.
 */
export function startWatchdog(
  pid: number,
  { signal = 'INT', after = [] }: { signal?: 'INT' | 'TERM'; after?: string[] } = {},
): ChildProcess {
  const script = `trap '' INT TERM HUP; cat >/dev/null; kill -${signal} "$0"; n=0
    while kill -0 "$0" && [ $n -lt 150 ]; do sleep 0.1; n=$((n + 1)); done; kill -KILL "$0"; [ $# -eq 0 ] || exec "$@"`;
  const watchdog = spawn('/bin/sh', ['-c', script, String(pid), ...after], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.on('error', () => undefined);
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void } | null)?.unref();
  return watchdog;
}
