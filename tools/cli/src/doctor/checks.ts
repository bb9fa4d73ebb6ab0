import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { lockHolder, UserError } from '@archive/postgres';
import { availableParallelism } from 'node:os';
import { type Settings, requireFreePort } from '../settings.ts';
import { type Finding, ok, warning, problem } from './report.ts';
import {
  databaseServer,
  directUploads,
  fileServer,
  hosts,
  queueServer,
  runningArchive,
  signOnProviders,
} from './services.ts';
import { isBuilt } from '../build.ts';
import { suggestion } from '../../commands.mjs';
import { checkDataDirectory } from '../data-directory.ts';
import { installedTree } from '../../installed.mjs';

/** Takes milliseconds and needs no service; `start` runs it each time. */
export const quickChecks = (settings: Settings): Finding[] => [
  memory(),
  disk(settings),
  clock(),
  settingsFile(settings.root),
];

export async function fullChecks(settings: Settings, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { root } = settings;
  const services = await Promise.all([databaseServer(settings), queueServer(env), fileServer(env), directUploads(env)]);
  return [
    nodeVersion(root),
    ...quickChecks(settings),
    packages(root),
    staleLocks(root),
    buildState(root),
    dataFolder(settings),
    await port(settings),
    await runningArchive(settings),
    await hosts(settings, env),
    ...services,
    ...(await signOnProviders(env)),
  ].filter((finding) => finding !== undefined);
}

const buildState = (root: string): Finding =>
  isBuilt(root) ? ok('Build', 'up to date') : ok('Build', 'missing or older than the sources; the next start builds');

/** Names in `.env` that no program reads, which are mostly typing errors. */
export function settingsFile(root: string): Finding {
  const file = join(root, '.env');
  if (!existsSync(file)) return ok('Settings', 'no .env: the defaults of .env.example');
  const knownNames = Object.keys(parseEnv(readFileSync(join(root, '.env.example'), 'utf8')));
  const unknown = Object.keys(parseEnv(readFileSync(file, 'utf8'))).filter((name) => !knownNames.includes(name));
  if (unknown.length === 0) return ok('Settings', '.env has known names only');
  const names = unknown.map((name) => {
    const suggested = suggestion(name, knownNames);
    return suggested === undefined ? name : `${name} (did you mean ${suggested}?)`;
  });
  return warning('Settings', `.env has names that nothing reads: ${names.join(', ')}.`, 'Compare with .env.example.');
}

const messageOf = (error: unknown) => (error instanceof UserError ? error.message : String(error));

export function dataFolder({ dataDir }: Settings): Finding {
  if (!existsSync(dataDir)) return ok('Data', `${dataDir} is made by the first start`);
  try {
    checkDataDirectory(dataDir);
    return ok('Data', dataDir);
  } catch (error) {
    return problem('Data', messageOf(error), 'Name another folder with --data.');
  }
}

export async function port({ host, port, dataDir }: Settings): Promise<Finding> {
  if (lockHolder(join(dataDir, 'lock')) !== undefined) return ok('Port', `${port} on ${host}, used by this archive`);
  return requireFreePort(host, port).then(
    () => ok('Port', `${port} on ${host} is free`),
    (error: unknown) => problem('Port', messageOf(error), 'Name another port with --port.'),
  );
}

const SHOWN_COUNT = 3;

export function packages(root: string): Finding {
  const { missing } = installedTree(root);
  if (missing.length === 0) return ok('Packages', 'as in package-lock.json');
  const names = missing.slice(0, SHOWN_COUNT).map((path) => path.replace(/^.*node_modules\//, ''));
  const omitted = missing.length > SHOWN_COUNT ? ` and ${missing.length - SHOWN_COUNT} more` : '';
  return warning(
    'Packages',
    `${names.join(', ')}${omitted} missing or of another version.`,
    'npm start installs them; if not, run npm ci.',
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Undefined if there is no lock file. */
function staleLocks(root: string): Finding | undefined {
  const installing = join(root, '.installing');
  const building = join(root, 'dist', '.building');
  if (existsSync(installing)) {
    const pid = Number(readFileSync(installing, 'utf8'));
    return isAlive(pid)
      ? warning('Lock', `Process ${pid} is installing packages.`, 'Wait until it has finished.')
      : ok('Lock', 'an interrupted installation, which the next start repeats');
  }
  const holder = lockHolder(building);
  return holder === undefined
    ? undefined
    : warning('Lock', `Process ${holder} is building.`, 'Wait until it has finished.');
}

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

function freeBytes(folder: string): number {
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
