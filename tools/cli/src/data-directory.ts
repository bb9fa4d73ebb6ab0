import { UserError, ensureTraversableDir, acquireLock, type Lock } from '@archive/postgres';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The layout of DATA_DIR. An older one is migrated here; a newer one is rejected. */
const LAYOUT_VERSION = 1;

/** Files that may be in an otherwise empty folder: the lock of an interrupted start, and files that operating systems create. */
const NOT_FOREIGN = /^(?:lock(?:\.\d+)?|lost\+found|\.DS_Store|desktop\.ini)$/;

/**
 * Prepares DATA_DIR and locks it for this process: it holds `postgres/`, `storage/`, `logs/` and the generated
 * secrets.
 * @throws a `UserError` when it has other files, is not writable, belongs to a newer version or is in use
 */
export function openDataDirectory(dataDir: string): Lock {
  return withReasons(dataDir, () => {
    ensureTraversableDir(dataDir);
    checkUsable(dataDir);
    if (!hasLayout(dataDir)) writeFileSync(join(dataDir, 'version'), `${LAYOUT_VERSION}\n`);
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    accessSync(join(dataDir, 'logs'), constants.W_OK);
    const lock = acquireLock(join(dataDir, 'lock'));
    if ('release' in lock) return lock;
    throw new UserError(
      `DATA_DIR ${dataDir} is in use by a running archive (process ${lock.heldBy}). Stop it, or use another DATA_DIR.`,
    );
  });
}

/**
 * Checks an existing DATA_DIR without changing it.
 * @throws a `UserError` in the same cases as `openDataDirectory`, except when it is in use
 */
export const checkDataDirectory = (dataDir: string): void => withReasons(dataDir, () => checkUsable(dataDir));

function checkUsable(dataDir: string): void {
  if (!statSync(dataDir).isDirectory())
    throw new UserError(`DATA_DIR ${dataDir} is not a directory. Use another DATA_DIR.`);
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  if (hasLayout(dataDir)) return;
  const foreign = readdirSync(dataDir).find((name) => !NOT_FOREIGN.test(name));
  if (foreign !== undefined)
    throw new UserError(
      `DATA_DIR ${dataDir} has other files, such as ${foreign}, and no archive. Use an empty folder, or one that does not exist yet.`,
    );
}

function withReasons<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new UserError(`DATA_DIR ${dataDir} is not a directory. Use another DATA_DIR.`);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new UserError(
        `DATA_DIR ${dataDir} is not writable by this user. Change its owner, or use another DATA_DIR.`,
      );
    }
    throw new UserError(`DATA_DIR ${dataDir} cannot be used: ${message}`);
  }
}

/** Whether a start has prepared the folder. */
function hasLayout(dataDir: string): boolean {
  const file = join(dataDir, 'version');
  if (!existsSync(file)) return false;
  const port = Number(readFileSync(file, 'utf8'));
  if (port === LAYOUT_VERSION) return true;
  throw new UserError(
    `DATA_DIR ${dataDir} was written by a newer version of the archive (layout ${port}, this version supports ${LAYOUT_VERSION}). Start that version, or use another DATA_DIR.`,
  );
}
