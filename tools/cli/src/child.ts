import { watchOver } from '@archive/postgres';
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Child {
  pid: number;
  process: ChildProcess;
  /** How it ended: an exit status, or the name of the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Asks it and everything it started to end, and after `patience` milliseconds makes them. */
  stop(patience?: number): Promise<void>;
}

/**
 * Starts a program as the head of a process group of its own, so that Ctrl-C reaches us alone and we end the others in
 * our order; the whole group goes when this process is killed.
 */
export function startChild(program: string, args: string[], options: SpawnOptions): Child {
  const child = spawn(program, args, { ...options, detached: true });
  const pid = child.pid ?? 0;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1));
  });
  const watchdog = pid ? watchOver(-pid, { signal: 'TERM' }) : undefined;
  void ended.then(() => watchdog?.kill('SIGKILL'));
  return { pid, process: child, ended, stop: (patience = 10_000) => stop(pid, ended, patience) };
}

async function stop(pid: number, ended: Promise<unknown>, patience: number): Promise<void> {
  if (!pid) return;
  if (patience > 0) {
    signalGroup(pid, 'SIGTERM');
    await Promise.race([ended, sleep(patience, undefined, { ref: false })]);
  }
  // What its head leaves behind goes too.
  signalGroup(pid, 'SIGKILL');
  await ended;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended.
  }
}
