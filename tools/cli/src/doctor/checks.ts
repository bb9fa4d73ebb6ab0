import type { Settings } from '../settings.ts';
import { buildState } from './build-state.ts';
import { dataFolder, port } from './data-folder.ts';
import type { Finding } from './finding.ts';
import { packages, staleLocks } from './installation.ts';
import { clock, disk, memory, nodeVersion } from './machine.ts';
import { databaseServer, directUploads, fileServer, hosts, queueServer, runningArchive } from './services.ts';
import { settingsFile } from './settings-file.ts';

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
  ].filter((finding) => finding !== undefined);
}
