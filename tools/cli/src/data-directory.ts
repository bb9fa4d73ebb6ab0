import { UserError, ensureTraversableDir, acquireLock, type Lock } from '@archive/postgres';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The layout of DATA_DIR. An older one is migrated here; a newer one is rejected. */
const LAYOUT_VERSION = 1;

/**
 * Prepares DATA_DIR and locks it for this process: it holds `postgres/`, `storage/`, `logs/` and the generated
 * secrets.
 * @throws a `UserError` when it is not writable, belongs to a newer version or is in use
 */
export function openDataDirectory(dataDir: string): Lock {
  try {
    ensureTraversableDir(dataDir);
    if (!statSync(dataDir).isDirectory()) throw new UserError(`DATA_DIR ${dataDir} is a file. Use a directory.`);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    checkLayoutVersion(dataDir);
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    accessSync(join(dataDir, 'logs'), constants.W_OK);
    const lock = acquireLock(join(dataDir, 'lock'));
    if ('release' in lock) return lock;
    throw new UserError(
      `DATA_DIR ${dataDir} is in use by a running archive (process ${lock.heldBy}). Stop it, or use another DATA_DIR.`,
    );
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

function checkLayoutVersion(dataDir: string): void {
  const file = join(dataDir, 'version');
  const found = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (found === LAYOUT_VERSION) return;
  if (found === undefined) return writeFileSync(file, `${LAYOUT_VERSION}\n`);
  throw new UserError(
    `DATA_DIR ${dataDir} was written by a newer version of the archive (layout ${found}, this version supports ${LAYOUT_VERSION}). Start that version, or use another DATA_DIR.`,
  );
}
