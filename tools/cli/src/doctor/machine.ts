import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Settings } from '../settings.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const GB = 1024 ** 3;
/** The build needs the most memory, about 1.5 GB. */
const MEMORY_NEEDED = 1.5 * GB;
const DISK_NEEDED = GB;
const DISK_RECOMMENDED = 3 * GB;

const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`;

export function nodeVersion(root: string, version = process.version): Finding {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: { node: string };
  };
  const expected = `v${devDependencies.node}`;
  return version === expected
    ? ok('Node.js', `${version}, the version in package.json`)
    : warning('Node.js', `${version} instead of ${expected}.`, 'Run this command through npm run archive.');
}

/** `available`: memory available to processes, within the container’s limit. */
export function memory(available = process.availableMemory()): Finding {
  const detail = `${gigabytes(available)} free, ${availableParallelism()} processors`;
  return available < MEMORY_NEEDED
    ? warning('Memory', `${detail}. The build needs ${gigabytes(MEMORY_NEEDED)}.`, 'Close other programs, or add swap.')
    : ok('Memory', detail);
}

/** The folder or its nearest parent that exists. */
function nearestExistingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExistingFolder(dirname(folder));
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(nearestExistingFolder(folder));
  return bavail * bsize;
}

export function disk({ dataDir, root }: Pick<Settings, 'dataDir' | 'root'>, free = freeBytes): Finding {
  const folders = [root, dataDir].map((folder) => ({ folder, bytes: free(folder) }));
  const [smallest] = folders.toSorted((a, b) => a.bytes - b.bytes);
  if (!smallest) return ok('Disk', '');
  const detail = `${gigabytes(smallest.bytes)} free in ${smallest.folder}`;
  const advice = 'Free up space, or use another disk with --data.';
  if (smallest.bytes < DISK_NEEDED) return problem('Disk', `${detail}. Uploads and imports are refused.`, advice);
  return smallest.bytes < DISK_RECOMMENDED ? warning('Disk', `${detail}.`, advice) : ok('Disk', detail);
}

/** An earlier time means that the clock is wrong, for example because its battery is dead. */
const EARLIEST_PLAUSIBLE_TIME = Date.parse('2026-11-01T00:00:00Z');

export function clock(now = Date.now()): Finding {
  const text = new Date(now).toISOString();
  return now < EARLIEST_PLAUSIBLE_TIME
    ? problem(
        'Clock',
        `${text} is before this software was released.`,
        'Set the clock: certificates, sessions and S3 depend on it.',
      )
    : ok('Clock', text);
}
