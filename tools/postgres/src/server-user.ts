import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { UserError } from './user-error.ts';

/** The account PostgreSQL runs as. Empty: the current user. */
export interface ServerUser {
  uid?: number;
  gid?: number;
}

const ACCOUNT = 'postgres';

/** PostgreSQL refuses to run as root: it uses a separate account, created if missing. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const user = findAccount();
  if (user) return user;
  spawnSync('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', ACCOUNT], { stdio: 'ignore' });
  const created = findAccount();
  if (created) return created;
  throw new UserError(
    `PostgreSQL does not run as root and no account "${ACCOUNT}" could be created. Start as an ordinary user.`,
  );
}

function findAccount(): ServerUser | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, ACCOUNT], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** The owner of a directory, when we are root and the owner is not; its server runs as that account. */
export function unprivilegedOwner(directory: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(directory);
  return uid === 0 ? undefined : { uid, gid };
}

/** Whether the account can traverse a directory and its parents. */
export function canReach(user: ServerUser, directory: string): boolean {
  return spawnSync('test', ['-x', directory], { ...user, cwd: '/' }).status === 0;
}

/** Creates a directory that only the account can read. Its parents belong to the current user and can be traversed. */
export function ensurePrivateDir(user: ServerUser, directory: string): void {
  ensureTraversableDir(dirname(directory));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid);
}

/** Creates a directory that others can traverse but not list, whatever the umask. An existing directory is not changed. */
export function ensureTraversableDir(directory: string): void {
  if (mkdirSync(directory, { recursive: true })) chmodSync(directory, 0o711);
}

/** The first folder that we can write and the account can reach: a durable one, or any. */
export function sharedDirectory(user: ServerUser, durable: boolean): string {
  const places = durable ? ['/var/lib', '/var/cache', tmpdir(), '/tmp'] : [tmpdir(), '/var/tmp', '/tmp'];
  for (const place of places) {
    const directory = `${place}/yacht-archive${process.getuid?.() === 0 ? '' : `-${process.getuid?.()}`}`;
    try {
      ensureTraversableDir(directory);
      // Another user's folder of that name in a temporary directory can't be trusted.
      const isOwned = statSync(directory).uid === process.getuid?.();
      if (isOwned && canReach(user, directory)) return directory;
    } catch {
      // Try the next one.
    }
  }
  throw new UserError(
    `Found no directory that this program can write and PostgreSQL’s account can reach. Tried ${places.join(', ')}.`,
  );
}
