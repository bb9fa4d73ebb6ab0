import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
  chownSync,
} from 'node:fs';
import { join } from 'node:path';
import { MAJOR, locateBinaries, type Binaries } from './binaries.ts';
import { UserError } from './user-error.ts';
import {
  sharedDirectory,
  ensurePrivateDir,
  ensureTraversableDir,
  unprivilegedOwner,
  canReach,
  serverUser,
  type ServerUser,
} from './server-user.ts';

/** A cluster on disk, ready to start. */
export interface Cluster {
  data: string;
  user: ServerUser;
  binaries: Binaries;
  password: string;
}

/** Owns the tables, and changes them in migrations. */
export const SUPERUSER = 'archive';

/**
 * Opens the cluster in `home`, and creates it when there is none. When PostgreSQL's account cannot reach `home`, the
 * data is in a shared folder and `home/location` has its path.
 */
export function openCluster(home: string): Cluster {
  ensureTraversableDir(home);
  let user = serverUser();
  const data = resolveOrCreateDataDirectory(home, user);
  if (!existsSync(data)) createCluster(data, user, locateBinaries(user), readPassword(home, true));
  user = unprivilegedOwner(data) ?? ensureOwnedBy(user, data);
  // PostgreSQL refuses a copy that others can read, as `cp` without -p makes it.
  chmodSync(data, 0o700);
  checkVersion(data);
  return { data, user, binaries: locateBinaries(user), password: readPassword(home, false) };
}

/** Deletes the cluster of `home`, wherever its data is. */
export function removeCluster(home: string): void {
  const location = join(home, 'location');
  if (existsSync(location)) rmSync(readFileSync(location, 'utf8').trim(), { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}

function resolveOrCreateDataDirectory(home: string, user: ServerUser): string {
  const location = join(home, 'location');
  if (existsSync(location)) return externalDataDirectory(home, readFileSync(location, 'utf8').trim());
  const data = join(home, 'data');
  if (existsSync(data)) {
    if (canReach(unprivilegedOwner(data) ?? user, home)) return data;
    throw new UserError(
      `PostgreSQL’s account cannot reach ${home}. Move the data directory, or make its parent directories accessible.`,
    );
  }
  if (canReach(user, home)) return data;
  const directory = mkdtempSync(join(sharedDirectory(user, true), 'data-'));
  execFileSync('chmod', ['711', directory]);
  writeFileSync(join(directory, 'belongs-to'), realpathSync(home));
  writeFileSync(location, directory);
  return join(directory, 'data');
}

/** Data outside `home` must exist, and belong to `home` rather than to the folder it was copied from. */
function externalDataDirectory(home: string, directory: string): string {
  if (!existsSync(directory)) {
    throw new UserError(
      `The database of ${home} was stored in ${directory}, which no longer exists. Restore it, or delete ${home} to start with an empty archive.`,
    );
  }
  const homeFile = join(directory, 'belongs-to');
  const ownerHome = readFileSync(homeFile, 'utf8').trim();
  const current = realpathSync(home);
  if (ownerHome !== current) {
    const other = join(ownerHome, 'location');
    if (existsSync(other) && readFileSync(other, 'utf8').trim() === directory) {
      throw new UserError(
        `The database in ${directory} belongs to ${ownerHome}, and ${home} is a copy of it. Delete ${join(home, 'location')} to start with an empty database, or start the original.`,
      );
    }
    writeFileSync(homeFile, current);
  }
  return join(directory, 'data');
}

/** Data restored by root belongs to root, which PostgreSQL refuses. */
function ensureOwnedBy(user: ServerUser, data: string): ServerUser {
  if (user.uid !== undefined && statSync(data).uid === 0)
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
  return user;
}

function checkVersion(data: string): void {
  const major = Number(readFileSync(join(data, 'PG_VERSION'), 'utf8'));
  if (major > MAJOR) {
    throw new UserError(
      `The database in ${data} is from PostgreSQL ${major}, and this archive includes ${MAJOR}. Start the newer version of the archive, or use another DATA_DIR.`,
    );
  }
  if (major < MAJOR) {
    throw new UserError(
      `The database in ${data} is from PostgreSQL ${major}, and this archive includes ${MAJOR}. Migrate it with pg_dump and pg_restore, or use another DATA_DIR.`,
    );
  }
}

function readPassword(home: string, create: boolean): string {
  const file = join(home, 'password');
  if (!create && !existsSync(file))
    throw new UserError(`The database password file ${file} is missing. Restore it from a backup.`);
  return readOrCreatePassword(file);
}

/** The password of the application's role, which the migrations set. */
export const readApplicationPassword = (home: string) => readOrCreatePassword(join(home, 'application-password'));

function readOrCreatePassword(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** Creates a cluster completely or not at all: an interrupted start leaves no partial one. */
export function createCluster(
  data: string,
  user: ServerUser,
  { initdb }: Binaries,
  password: string,
  durable = true,
): void {
  const draft = `${data}.new`;
  const passwordFile = `${data}.password`;
  rmSync(draft, { recursive: true, force: true });
  ensurePrivateDir(user, draft);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  try {
    // The same collation on every machine, whatever its locale.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-messages=C'];
    const rest = [
      ...(durable ? [] : ['--no-sync']),
      '--auth=scram-sha-256',
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--no-instructions',
      `--pgdata=${draft}`,
    ];
    const run = (localeOption: string) =>
      execFileSync(initdb, [localeOption, ...locale, ...rest], {
        ...user,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      });
    try {
      run('--locale=C.UTF-8');
    } catch {
      // Without C.UTF-8 sorting is the same; only case rules outside ASCII are missing.
      rmSync(draft, { recursive: true, force: true });
      ensurePrivateDir(user, draft);
      run('--locale=C');
    }
    renameSync(draft, data);
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr || (error as Error).message);
    throw new UserError(`PostgreSQL could not create its data directory ${data}: ${output.trim().split('\n').at(-1)}`);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
