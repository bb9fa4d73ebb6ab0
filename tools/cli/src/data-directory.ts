import { Refusal, makePassage, takeLock, type Lock } from '@archive/postgres';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the files under DATA_DIR are laid out. An older one is brought up to date here, a newer one is left alone. */
const LAYOUT = 1;

/**
 * Makes DATA_DIR ready and takes it for this process: `postgres/`, `storage/` and the generated secrets lie in it, and
 * `logs/`. Refused in one sentence when it cannot be written, belongs to a newer version or to a running archive.
 */
export function openDataDirectory(dataDir: string): Lock {
  try {
    makePassage(dataDir);
    if (!statSync(dataDir).isDirectory()) throw new Refusal(`DATA_DIR ${dataDir} is a file: name a directory.`);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    checkLayout(dataDir);
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    accessSync(join(dataDir, 'logs'), constants.W_OK);
    const lock = takeLock(join(dataDir, 'lock'));
    if ('release' in lock) return lock;
    throw new Refusal(
      `DATA_DIR ${dataDir} is in use by a running archive (process ${lock.heldBy}): stop that one, or choose another DATA_DIR.`,
    );
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new Refusal(`DATA_DIR ${dataDir} is not a directory, or lies under a file: name another.`);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new Refusal(
        `DATA_DIR ${dataDir} cannot be written by this user: give it to the user, or choose another DATA_DIR.`,
      );
    }
    throw new Refusal(`DATA_DIR ${dataDir} cannot be used: ${message}`);
  }
}

function checkLayout(dataDir: string): void {
  const file = join(dataDir, 'version');
  const found = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (found === LAYOUT) return;
  if (found === undefined) return writeFileSync(file, `${LAYOUT}\n`);
  throw new Refusal(
    `DATA_DIR ${dataDir} was written by a newer version of the archive (layout ${found}, and this one knows ${LAYOUT}): start that version, or choose another DATA_DIR.`,
  );
}
