import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { processStartTime } from './processes.ts';

export interface Lock {
  release(): void;
}

/**
 * Acquires a lock file for this process, or returns the pid of the live process that holds it. A lock of a killed
 * process is ignored.
 */
export function acquireLock(file: string): Lock | { heldBy: number } {
  const content = JSON.stringify({ pid: process.pid, birth: processStartTime(process.pid) });
  const draft = `${file}.${process.pid}`;
  for (;;) {
    writeFileSync(draft, content, { mode: 0o600 });
    try {
      // A link appears atomically; a file could be read while it is being written.
      linkSync(draft, file);
      return { release: () => readLock(file) === content && rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    const holder = lockHolder(file);
    if (holder) return { heldBy: holder };
    rmSync(file, { force: true });
  }
}

/** The process that holds a lock; undefined if it is free. */
export function lockHolder(file: string): number | undefined {
  try {
    const { pid, birth } = JSON.parse(readLock(file)) as { pid: number; birth: string };
    return birth !== undefined && processStartTime(pid) === birth ? pid : undefined;
  } catch {
    return undefined;
  }
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
