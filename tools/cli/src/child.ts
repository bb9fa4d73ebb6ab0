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
 * our order. The whole group goes with its head, and when this process is killed.
 */
export function startChild(program: string, args: string[], options: SpawnOptions): Child {
  const child = spawn(program, args, { ...options, detached: true });
  const pid = child.pid ?? 0;
  const watchdog = pid ? watchOver(-pid, { signal: 'TERM' }) : undefined;
  let over = pid === 0;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => {
      // From now on the number may be given to others.
      signalGroup(pid, 'SIGKILL');
      watchdog?.kill('SIGKILL');
      over = true;
      resolve(code ?? signal ?? 1);
    });
  });
  const stop = async (patience = 10_000) => {
    if (!over && patience > 0) {
      signalGroup(pid, 'SIGTERM');
      await Promise.race([ended, sleep(patience, undefined, { ref: false })]);
    }
    if (!over) signalGroup(pid, 'SIGKILL');
    await ended;
  };
  return { pid, process: child, ended, stop };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended.
  }
}
