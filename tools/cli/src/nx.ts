import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from './child.ts';

/** Runs Nx without its terminal tricks, its output into `log`; ends it, with all that it started, when `signal` is set. */
export async function runNx(
  root: string,
  args: string[],
  log: string,
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  signal.throwIfAborted();
  const out = openSync(log, 'w', 0o600);
  const plain = {
    NX_TUI: 'false',
    NX_NATIVE_COMMAND_RUNNER: 'false',
    NX_LOAD_DOT_ENV_FILES: 'false',
    FORCE_COLOR: '0',
  };
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const child = startChild(process.execPath, [nx, ...args, '--outputStyle=static'], {
    cwd: root,
    env: { ...env, ...plain },
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  // Nx puts what it runs into groups of its own, and needs its time to end them.
  const abort = () => void child.stop(15_000);
  signal.addEventListener('abort', abort);
  const status = await child.ended;
  signal.removeEventListener('abort', abort);
  signal.throwIfAborted();
  return status === 0;
}

/** Of what Nx has printed about many projects, only what belongs to those that failed, where it names them in the end. */
export function failingPart(output: string): string {
  const failed = new Set(
    [...(output.split(/^Failed tasks:$/m)[1] ?? '').matchAll(/^- (\S+)$/gm)].map(([, task]) => task),
  );
  if (failed.size === 0) return output;
  return output
    .split(/^(?=> nx run )/m)
    .filter((part) => failed.has(/^> nx run (\S+)/.exec(part)?.[1]))
    .map((part) => part.split(/^ NX /m)[0])
    .join('');
}
