import { lockHolder, UserError } from '@archive/postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkDataDirectory } from '../data-directory.ts';
import { requireFreePort } from '../ports.ts';
import type { Settings } from '../settings.ts';
import { type Finding, ok, problem } from './finding.ts';

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
