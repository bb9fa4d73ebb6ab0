import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const linux = process.platform === 'linux';

/**
 * When a process started, as an opaque text, or undefined when it has ended. A pid together with its birth names one
 * process for good, where a pid alone is given to others after a reboot. A zombie counts as ended: in a container
 * nobody may ever collect it.
 */
export function processBirth(pid: number): string | undefined {
  try {
    if (!linux)
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold blanks; what follows it does not. State is the third field, start the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** The command line of a running process in one string, arguments separated by blanks; empty when it has ended. */
export function processCommand(pid: number): string {
  try {
    if (!linux) return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Waits until the process has ended, at most so many milliseconds. Answers whether it has. */
export async function processEnded(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; ; await sleep(25)) {
    if (!processBirth(pid)) return true;
    if (Date.now() > end) return false;
  }
}

/** Sends each signal in turn until the process has ended, waiting the time given beside it. Answers whether it has. */
export async function endProcess(pid: number, steps: [NodeJS.Signals, number][]): Promise<boolean> {
  for (const [signal, milliseconds] of steps) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    if (await processEnded(pid, milliseconds)) return true;
  }
  return false;
}

/**
 * A shell that outlives this process, and whoever ends all that it has started: when we have ended, in whatever way, it
 * sends the signal (INT) to the process, or to the group when the pid is negative, and kills what has not ended 15 seconds
 * later. `after` is a command that it runs in the end. Kill the shell when the process has ended before us.
 */
export function watchOver(
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
