import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitOf, startChild } from '../child.ts';

export interface Result {
  ok: boolean;
  /** What it printed. */
  output: string;
}

/** Runs a Node program in a folder to its end; stops it when `signal` is aborted. */
export async function runProgram(
  args: string[],
  cwd: string,
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result> {
  signal.throwIfAborted();
  const directory = mkdtempSync(join(tmpdir(), 'program-'));
  try {
    const log = join(directory, 'output.log');
    const logFile = openSync(log, 'w', 0o600);
    const child = startChild(process.execPath, args, { cwd, env, stdio: ['ignore', logFile, logFile] });
    closeSync(logFile);
    const status = await exitOf(child, signal, 2000);
    return { ok: status === 0, output: readFileSync(log, 'utf8').trim() };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
