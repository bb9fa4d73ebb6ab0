import { lockHolder } from '@archive/postgres';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedTree } from '../../installed.mjs';
import { type Finding, ok, warning } from './finding.ts';

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
export function staleLocks(root: string): Finding | undefined {
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
