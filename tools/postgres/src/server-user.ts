import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { Refusal } from './refusal.ts';

/** Who PostgreSQL runs as. Empty: the user we run as ourselves. */
export interface ServerUser {
  uid?: number;
  gid?: number;
}

const ACCOUNT = 'postgres';

/** PostgreSQL refuses root: as root it gets an account of its own, which is made when the machine has none. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const found = account();
  if (found) return found;
  spawnSync('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', ACCOUNT], { stdio: 'ignore' });
  const made = account();
  if (made) return made;
  throw new Refusal(
    `PostgreSQL does not run as root and no account "${ACCOUNT}" could be made: start as an ordinary user.`,
  );
}

function account(): ServerUser | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, ACCOUNT], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** The account a directory belongs to, when we are root and it is not root's: its server goes on as that account. */
export function ownerOf(directory: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(directory);
  return uid === 0 ? undefined : { uid, gid };
}

/** Whether the account can pass through a directory and all those above it. */
export function reaches(user: ServerUser, directory: string): boolean {
  return spawnSync('test', ['-x', directory], { ...user, cwd: '/' }).status === 0;
}

/** A directory only the account can read. Made when it is missing; those above it stay ours, and open to pass through. */
export function makeOwnDirectory(user: ServerUser, directory: string): void {
  makePassage(dirname(directory));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid);
}

/** A directory of ours that others can pass through and not list, whatever the umask. An existing one stays as it is. */
export function makePassage(directory: string): void {
  if (mkdirSync(directory, { recursive: true })) chmodSync(directory, 0o711);
}

/** The first place outside our own directories that we can write and the account can reach: lasting ones, or any. */
export function commonPlace(user: ServerUser, lasting: boolean): string {
  const places = lasting ? ['/var/lib', '/var/cache', tmpdir(), '/tmp'] : [tmpdir(), '/var/tmp', '/tmp'];
  for (const place of places) {
    const directory = `${place}/yacht-archive${process.getuid?.() === 0 ? '' : `-${process.getuid?.()}`}`;
    try {
      makePassage(directory);
      // Another user's directory of that name in a temporary directory is a trap, not a cache.
      const owned = statSync(directory).uid === process.getuid?.();
      if (owned && reaches(user, directory)) return directory;
    } catch {
      // The next place.
    }
  }
  throw new Refusal(
    `No directory was found that both this program can write and PostgreSQL's account can reach: tried ${places.join(', ')}.`,
  );
}
