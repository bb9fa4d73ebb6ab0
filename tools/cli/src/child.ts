import { startWatchdog, UserError } from '@archive/postgres';
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Child {
  pid: number;
  process: ChildProcess;
  /** How the program ended: an exit status, or the name of a signal. */
  exited: Promise<number | NodeJS.Signals>;
  /** Asks the process group to end, and kills it after `timeout` milliseconds. */
  stop(timeout?: number): Promise<void>;
}

/**
 * Starts a program in its own process group, so that Ctrl-C reaches only us and we stop children in order. The
 * group ends with its leader, and when this process is killed.
 */
export function startChild(program: string, args: string[], options: SpawnOptions): Child {
  const child = spawn(program, args, { ...options, detached: true });
  const pid = child.pid ?? 0;
  const watchdog = pid ? startWatchdog(-pid, { signal: 'TERM' }) : undefined;
  let hasExited = pid === 0;
  const exit = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => {
      // From here on the pid may be reused.
      signalGroup(pid, 'SIGKILL');
      watchdog?.kill('SIGKILL');
      hasExited = true;
      resolve(code ?? signal ?? 1);
    });
  });
  const stop = async (timeout = 10_000) => {
    if (!hasExited && timeout > 0) {
      signalGroup(pid, 'SIGTERM');
      await Promise.race([exit, sleep(timeout, undefined, { ref: false })]);
    }
    if (!hasExited) signalGroup(pid, 'SIGKILL');
    await exit;
  };
  return { pid, process: child, exited: exit, stop };
}

/** Waits until a child has ended, and stops it when `signal` is aborted. @throws the reason of the abort */
export async function exitOf(child: Child, signal: AbortSignal, timeout?: number): Promise<number | NodeJS.Signals> {
  const abort = () => void child.stop(timeout);
  signal.addEventListener('abort', abort);
  const status = await child.exited;
  signal.removeEventListener('abort', abort);
  signal.throwIfAborted();
  return status;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** The file of a program that a package contains, as a project finds the package. */
export function programOf(packageName: string, program: string, project: string): string {
  for (let folder = project; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', packageName, program);
    if (existsSync(file)) return realpathSync(file);
    if (folder === dirname(folder))
      throw new UserError(`${packageName} is not installed in ${project}. Run npm install.`);
  }
}
