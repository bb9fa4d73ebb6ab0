import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { exitOf, startChild } from './child.ts';

/** Runs Nx with plain output into `log`; stops it and all its tasks when `signal` is aborted. */
export async function runNx(
  root: string,
  args: string[],
  log: string,
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  signal.throwIfAborted();
  const logFile = openSync(log, 'w', 0o600);
  const plainOutput = {
    NX_TUI: 'false',
    NX_NATIVE_COMMAND_RUNNER: 'false',
    NX_LOAD_DOT_ENV_FILES: 'false',
    FORCE_COLOR: '0',
  };
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const child = startChild(process.execPath, [nx, ...args, '--outputStyle=static'], {
    cwd: root,
    env: { ...env, ...plainOutput },
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  // Nx runs tasks in their own process groups and needs time to stop them.
  return (await exitOf(child, signal, 15_000)) === 0;
}

const TASK = /^> nx run (\S+)/;

/** The task whose output starts with this line of the log. Nx prints a task when it has ended. */
export const finishedTasks = (line: string): string[] => TASK.exec(line)?.slice(1) ?? [];

/** The failed tasks, as Nx lists them at the end. */
export const failedTasks = (output: string): string[] =>
  [...(output.split(/^Failed tasks:$/m)[1] ?? '').matchAll(/^- (\S+)$/gm)].map(([, task = '']) => task);

/** The output of failed tasks only; all of it when Nx names none. */
export function failedTaskOutput(output: string, failed: readonly string[] = failedTasks(output)): string {
  if (failed.length === 0) return output;
  return output
    .split(/^(?=> nx run )/m)
    .filter((part) => failed.includes(TASK.exec(part)?.[1] ?? ''))
    .map((part) => part.split(/^ NX /m)[0])
    .join('');
}
