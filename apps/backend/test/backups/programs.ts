import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { backUpArchive, restoreArchive } from '../../src/backup-programs.ts';
import { readConfig } from '../../src/config/index.ts';
import { migrateDatabase } from '../../src/migrations.ts';
import { LOADER, PROGRAM_ENVIRONMENT, programFile, PROJECT } from '../support/program.ts';

/** Runs `backup` or `restore` as a program. The status is the exit code, or the signal that ended it. */
export async function run(
  program: 'backup' | 'restore',
  environment: Record<string, string>,
): Promise<{ status: number | string; output: string }> {
  const child = spawn(process.execPath, [...LOADER, programFile(program)], {
    cwd: PROJECT,
    env: { ...PROGRAM_ENVIRONMENT, LOG_LEVEL: 'fatal', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { status: code ?? signal ?? '', output };
}

/** Runs the same programs in this process, which is faster. */
export async function runHere(
  program: 'backup' | 'restore' | 'migrate',
  environment: Record<string, string>,
): Promise<{ status: number; output: string }> {
  let output = '';
  const print = (line: string) => void (output += `${line}\n`);
  try {
    const config = readConfig({ NODE_ENV: 'test', ...environment });
    if (program === 'migrate') await migrateDatabase(config, print);
    else if (program === 'backup') print(await backUpArchive(config));
    else await restoreArchive(config, pino({ level: 'silent' }), print);
    return { status: 0, output };
  } catch (error) {
    print((error as Error).message);
    return { status: 1, output };
  }
}
