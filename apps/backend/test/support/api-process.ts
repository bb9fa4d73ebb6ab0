import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { freePort } from '@archive/postgres';
import { waitUntil } from './wait-until.ts';
import { LOADER, PROGRAM_ENVIRONMENT, programFile, PROJECT } from './program.ts';

const LISTENING = /Server listening at (http:\/\/[\d.:]+)/;

export interface ApiProcess {
  url: string;
  pid: number;
  /** Resident memory in megabytes; Linux only. */
  memory(): Promise<number>;
  isRunning(): boolean;
  /** Kills the process. */
  stop(): Promise<void>;
  /** Stops the process gracefully; resolves with its exit code. */
  terminate(): Promise<number | null>;
}

/** Starts the API as its own process, on a port that stays free for restarts. */
export async function spawnApi(environment: Record<string, string>): Promise<ApiProcess> {
  const child = spawn(process.execPath, [...LOADER, programFile('main')], {
    cwd: PROJECT,
    env: { ...PROGRAM_ENVIRONMENT, PORT: String(await freePort()), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (!LISTENING.test(output)) output += chunk.toString();
    process.stderr.write(chunk);
  });
  // Keeps only the first output, because an attack logs megabytes.
  child.stdout.on('data', (chunk: Buffer) => {
    if (!LISTENING.test(output)) output += chunk.toString();
  });
  const ended = once(child, 'exit');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  await waitUntil(() => LISTENING.test(output) || !isRunning()).catch(() => child.kill('SIGKILL'));
  if (!LISTENING.test(output))
    throw new Error(`The API did not start (${child.exitCode ?? child.signalCode}):\n${output}`);
  return {
    url: LISTENING.exec(output)?.[1] ?? '',
    pid: child.pid ?? 0,
    memory: async () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    isRunning,
    stop: async () => {
      if (isRunning()) child.kill('SIGKILL');
      await ended;
    },
    terminate: async () => {
      if (isRunning()) child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}
