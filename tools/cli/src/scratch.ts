import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'archive-tests-';

interface ScratchOptions {
  env?: NodeJS.ProcessEnv;
  /** A directory whose files lie in memory. */
  memory?: string;
  /** Bytes that have to be free there, and twice as many in memory at all. */
  room?: number;
}

/**
 * Puts the temporary files of this process, and of all that it starts, into memory where there is room for them: tests make and
 * remove files by the hundred thousand, and a disk's file system takes a fifth of their time for it. Whoever has set TMPDIR gets
 * that. Answers where they are, if that is memory.
 */
export function keepScratchInMemory({
  env = process.env,
  memory = '/dev/shm',
  room = 4 * 1024 ** 3,
}: ScratchOptions = {}): string | undefined {
  if (env.TMPDIR) return undefined;
  try {
    removeOrphans(memory);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < room || freemem() < 2 * room) return undefined;
    const place = mkdtempSync(join(memory, `${PREFIX}${process.pid}-`));
    process.on('exit', () => rmSync(place, { recursive: true, force: true }));
    // PostgreSQL's own account passes through it.
    chmodSync(place, 0o711);
    if (!runsPrograms(place)) return undefined;
    env.TMPDIR = place;
    return place;
  } catch {
    return undefined;
  }
}

/** Some machines let nothing run from there, and packages put their libraries into the temporary directory. */
function runsPrograms(place: string): boolean {
  const program = join(place, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(program).status === 0;
}

/** What runs that were killed have left behind. */
function removeOrphans(memory: string): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    try {
      rmSync(join(memory, name), { recursive: true, force: true });
    } catch {
      // Another user's.
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
