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
import { MAJOR, binariesFor, type Binaries } from './binaries.ts';
import { Refusal } from './refusal.ts';
import {
  commonPlace,
  makeOwnDirectory,
  makePassage,
  ownerOf,
  reaches,
  serverUser,
  type ServerUser,
} from './server-user.ts';

/** A cluster on disk, ready to be served. */
export interface Cluster {
  data: string;
  user: ServerUser;
  binaries: Binaries;
  password: string;
}

export const SUPERUSER = 'archive';

/**
 * The cluster kept in `home` (a directory of ours), made there when there is none. When the account that PostgreSQL
 * runs as cannot reach `home`, the data lie in a common place instead, and `home/location` says where.
 */
export function openCluster(home: string): Cluster {
  makePassage(home);
  let user = serverUser();
  const data = dataDirectory(home, user);
  if (!existsSync(data)) createCluster(data, user, binariesFor(user), passwordOf(home, true));
  user = ownerOf(data) ?? giveTo(user, data);
  // A copy made without -p is open to others, which PostgreSQL refuses.
  chmodSync(data, 0o700);
  checkVersion(data);
  return { data, user, binaries: binariesFor(user), password: passwordOf(home, false) };
}

/** Takes away what `openCluster` keeps for `home`, wherever it lies. */
export function removeCluster(home: string): void {
  const location = join(home, 'location');
  if (existsSync(location)) rmSync(readFileSync(location, 'utf8').trim(), { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}

function dataDirectory(home: string, user: ServerUser): string {
  const location = join(home, 'location');
  if (existsSync(location)) return elsewhere(home, readFileSync(location, 'utf8').trim());
  const data = join(home, 'data');
  if (existsSync(data)) {
    if (reaches(ownerOf(data) ?? user, home)) return data;
    throw new Refusal(
      `PostgreSQL's account cannot reach ${home}: move the data directory to where every user may pass, or open the directories above it.`,
    );
  }
  if (reaches(user, home)) return data;
  const place = mkdtempSync(join(commonPlace(user, true), 'data-'));
  execFileSync('chmod', ['711', place]);
  writeFileSync(join(place, 'belongs-to'), realpathSync(home));
  writeFileSync(location, place);
  return join(place, 'data');
}

/** Data kept outside: they must still be there, and belong to this directory and not to the one it was copied from. */
function elsewhere(home: string, place: string): string {
  if (!existsSync(place)) {
    throw new Refusal(
      `The database of ${home} was kept in ${place}, which is gone: bring it back, or remove ${home} to begin with an empty archive.`,
    );
  }
  const mark = join(place, 'belongs-to');
  const owner = readFileSync(mark, 'utf8').trim();
  const self = realpathSync(home);
  if (owner !== self) {
    const other = join(owner, 'location');
    if (existsSync(other) && readFileSync(other, 'utf8').trim() === place) {
      throw new Refusal(
        `The database in ${place} belongs to ${owner}, of which ${home} is a copy: remove ${join(home, 'location')} and begin anew, or start the original.`,
      );
    }
    writeFileSync(mark, self);
  }
  return join(place, 'data');
}

/** Data restored by root belong to root, whom PostgreSQL refuses. */
function giveTo(user: ServerUser, data: string): ServerUser {
  if (user.uid !== undefined && statSync(data).uid === 0)
    execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
  return user;
}

function checkVersion(data: string): void {
  const major = Number(readFileSync(join(data, 'PG_VERSION'), 'utf8'));
  if (major > MAJOR) {
    throw new Refusal(
      `The database in ${data} was made by PostgreSQL ${major} and this archive comes with ${MAJOR}: start the newer version of the archive, or choose another DATA_DIR.`,
    );
  }
  if (major < MAJOR) {
    throw new Refusal(
      `The database in ${data} was made by PostgreSQL ${major} and this archive comes with ${MAJOR}: bring it over with pg_dump and pg_restore, or choose another DATA_DIR.`,
    );
  }
}

function passwordOf(home: string, mayMake: boolean): string {
  const file = join(home, 'password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (!mayMake)
    throw new Refusal(`The file ${file} with the password of the database is gone: bring it back from a copy.`);
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** A new cluster, complete or not there at all: a start that was cut off leaves nothing that looks like one. */
export function createCluster(
  data: string,
  user: ServerUser,
  { initdb }: Binaries,
  password: string,
  lasting = true,
): void {
  const draft = `${data}.new`;
  const passwordFile = `${data}.password`;
  rmSync(draft, { recursive: true, force: true });
  makeOwnDirectory(user, draft);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  try {
    // The same order and classes of characters on every machine, whatever its own locale is.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-messages=C'];
    const rest = [
      ...(lasting ? [] : ['--no-sync']),
      '--auth=scram-sha-256',
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--no-instructions',
      `--pgdata=${draft}`,
    ];
    const run = (...ctype: string[]) =>
      execFileSync(initdb, [...ctype, ...locale, ...rest], {
        ...user,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
      });
    try {
      run('--locale=C.UTF-8');
    } catch {
      // A system without C.UTF-8 sorts the same, and finds letters outside ASCII less well.
      rmSync(draft, { recursive: true, force: true });
      makeOwnDirectory(user, draft);
      run('--locale=C');
    }
    renameSync(draft, data);
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr || (error as Error).message);
    throw new Refusal(`PostgreSQL could not make its data directory ${data}: ${said.trim().split('\n').at(-1)}`);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}
