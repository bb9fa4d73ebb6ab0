import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { processBirth } from './processes.ts';

export interface Lock {
  release(): void;
}

/**
 * Takes a lock file for this process. Answers the pid of the living process that holds it when it is taken; a lock of
 * a process that was killed counts for nothing.
 */
export function takeLock(file: string): Lock | { heldBy: number } {
  const mine = JSON.stringify({ pid: process.pid, birth: processBirth(process.pid) });
  const draft = `${file}.${process.pid}`;
  for (;;) {
    writeFileSync(draft, mine, { mode: 0o600 });
    try {
      // A link appears whole or not at all, where a file being written could be read half-way.
      linkSync(draft, file);
      return { release: () => read(file) === mine && rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    const holder = holderOf(file);
    if (holder) return { heldBy: holder };
    rmSync(file, { force: true });
  }
}

function holderOf(file: string): number | undefined {
  try {
    const { pid, birth } = JSON.parse(read(file)) as { pid: number; birth: string };
    return birth !== undefined && processBirth(pid) === birth ? pid : undefined;
  } catch {
    return undefined;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
