import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'archive-tests-';

interface TempFileOptions {
  env?: NodeJS.ProcessEnv;
  /** A folder in memory. */
  memory?: string;
  /** Bytes that must be free there; twice as many must be free in memory. */
  requiredBytes?: number;
}

/**
 * Puts the temporary files of this process and its children into memory when there is room: tests create hundreds of
 * thousands of files, which takes a fifth of their time on disk. An existing TMPDIR is kept. Returns the folder, or
 * undefined.
 */
export function useMemoryForTempFiles({
  env = process.env,
  memory = '/dev/shm',
  requiredBytes = 4 * 1024 ** 3,
}: TempFileOptions = {}): string | undefined {
  if (env.TMPDIR) return undefined;
  try {
    removeOrphans(memory);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < requiredBytes || freemem() < 2 * requiredBytes) return undefined;
    const directory = mkdtempSync(join(memory, `${PREFIX}${process.pid}-`));
    process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
    // PostgreSQL's own account must traverse it.
    chmodSync(directory, 0o711);
    if (!canExecute(directory)) return undefined;
    env.TMPDIR = directory;
    return directory;
  } catch {
    return undefined;
  }
}

/** Some machines forbid executing from memory, and packages load libraries from the temporary folder. */
function canExecute(directory: string): boolean {
  const program = join(directory, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(program).status === 0;
}

/** Folders of processes that were killed. */
function removeOrphans(memory: string): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    try {
      rmSync(join(memory, name), { recursive: true, force: true });
    } catch {
      // Owned by another user.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
