import { runningPostgres, UserError } from '@archive/postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { exitOf, startChild } from './child.ts';
import type { RunOptions } from './command.ts';
import { openDataDirectory } from './data-directory.ts';
import { startDatabase } from './database.ts';
import type { Settings } from './settings.ts';
import type { Steps } from './steps.ts';

const PROGRAMS = 'apps/backend/dist';

/** Runs a program of the backend with additional environment variables, and returns its exit status. */
type RunProgram = (name: string, env: NodeJS.ProcessEnv) => Promise<number>;

/**
 * Runs programs of the backend on the archive's data: on the server of DATABASE_URL, on the embedded database of an archive that is
 * running, or on an embedded database that is started for this.
 * @param running whether the archive may be running
 */
export async function withArchivePrograms(
  settings: Settings,
  steps: Steps,
  { signal }: RunOptions,
  { running }: { running: 'allowed' | 'refused' },
  use: (run: RunProgram) => Promise<number>,
): Promise<number> {
  const { dataDir, databaseUrl } = settings;
  const isBackup = running === 'allowed';
  const runningServer = databaseUrl === undefined ? runningPostgres({ dataDir: join(dataDir, 'postgres') }) : undefined;
  if (runningServer && !isBackup)
    throw new UserError(`The archive in ${dataDir} is running. Stop it, or use another folder with --data.`);
  // The programs of a running archive must not change under it.
  if (runningServer || (databaseUrl !== undefined && isBackup)) {
    if (!existsSync(join(settings.root, PROGRAMS, 'backup.js'))) await buildPrograms(settings, steps, signal);
    const addresses = runningServer
      ? { url: runningServer.applicationUrl, ownerUrl: runningServer.url }
      : { url: databaseUrl ?? '', ownerUrl: settings.databaseOwnerUrl };
    return use(programRunner(settings, addresses, signal));
  }
  if (isBackup && !existsSync(join(dataDir, 'postgres')))
    throw new UserError(`There is no archive in ${dataDir}. Name its folder with --data.`);
  const lock = openDataDirectory(dataDir);
  try {
    await buildPrograms(settings, steps, signal);
    const database = await startDatabase(settings, (line) => steps.print(line));
    try {
      return await use(programRunner(settings, database, signal));
    } finally {
      await database.stop();
    }
  } finally {
    lock.release();
  }
}

/** Restores a backup into an archive without data. Returns the exit status. */
export const restore = (
  place: { BACKUP_LOCATION?: string },
  settings: Settings,
  steps: Steps,
  interrupts: RunOptions,
  name?: string,
) =>
  withArchivePrograms(settings, steps, interrupts, { running: 'refused' }, (run) =>
    run('restore', { ...place, ...(name === undefined ? {} : { BACKUP_NAME: name }) }),
  );

const buildPrograms = ({ root }: Settings, steps: Steps, signal: AbortSignal) =>
  steps.run('Build', () =>
    build(root, join(root, 'dist', 'build.log'), signal, { print: (line) => steps.print(line) }),
  );

function programRunner(
  { root, dataDir }: Settings,
  { url, ownerUrl }: { url: string; ownerUrl: string | undefined },
  signal: AbortSignal,
): RunProgram {
  return async (name, extraEnv) => {
    const child = startChild(process.execPath, ['--enable-source-maps', join(root, PROGRAMS, `${name}.js`)], {
      cwd: root,
      env: {
        LOG_LEVEL: 'warn',
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        ...(ownerUrl === undefined ? {} : { DATABASE_OWNER_URL: ownerUrl }),
        ...extraEnv,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const status = await exitOf(child, signal);
    return typeof status === 'number' ? status : 1;
  };
}
