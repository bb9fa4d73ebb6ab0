import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from '@jest/globals';

export interface SmallDisk {
  directory: string;
  remove: () => Promise<void>;
}

/** An in-memory file system of `megabytes` MB; undefined if this user can't mount one. */
export async function aSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const directory = await mkdtemp(path.join(tmpdir(), 'small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory]);
  const remove = async () => {
    // A lazy unmount, because a process of the test may still have a file open.
    if (mounted.status === 0) spawnSync('umount', ['-l', directory]);
    await rm(directory, { recursive: true, force: true });
  };
  if (mounted.status === 0) return { directory, remove };
  await remove();
  return undefined;
}

/** Mounts a disk only to find out whether that works. Unmounts it immediately, because a run that filters tests would never unmount it. */
const attempt = await aSmallDisk(1);
await attempt?.remove();

/** `describe`, skipped if this user can't mount a file system. */
export const describeOnSmallDisk = (title: string, body: () => void): void =>
  attempt ? describe(title, body) : describe.skip(`${title} (this user can't mount one)`, body);
