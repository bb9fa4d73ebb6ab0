import { freePort, UserError } from '@archive/postgres';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitForAbort, type RunOptions } from '../command.ts';
import { serveFrontends } from '../development.ts';
import { requireFreePort } from '../settings.ts';
import type { Steps } from '../steps.ts';
import type { RunningArchive } from './archive.ts';
import { programOf } from '../child.ts';
import { requireProject, type Workspace } from './workspace.ts';

const LOOPBACK = '127.0.0.1';
/** The port of the development shell, when it is free. */
const DEFAULT_PORT = 4000;

/**
 * Serves one remote from its sources, with hot reload, inside a local development shell. Records and the other
 * remotes come from the archive.
 */
export async function developFrontend(
  workspace: Workspace,
  archive: RunningArchive,
  name: string,
  steps: Steps,
  { signal }: RunOptions,
  requestedPort?: number,
): Promise<void> {
  await requireRunning(archive);
  const project = requireProject(workspace, name);
  const logs = join(workspace.root, 'dist', 'development');
  mkdirSync(logs, { recursive: true });
  const port = await preferredPort(requestedPort);
  const print = (line: string) => steps.print(line);
  const common = { logs, print, onStart: () => undefined };
  const shell = workspace.projectOf('shell') ?? developmentShell(project);
  const remotes: Record<string, string> = name === 'shell' ? {} : { [name]: project };
  const env = { ...process.env };
  delete env.DEPLOY_TOKEN;
  const { services, ready } = await serveFrontends({ shell, remotes }, port, archive.origin, env, common);
  try {
    await steps.run('Micro-frontends', () => Promise.race([ready, waitForAbort(signal)]));
    print(`\n${name} runs from its sources at http://${LOOPBACK}:${port} and reloads on each change.`);
    print(`Records and all other micro-frontends come from ${archive.origin}. Press Ctrl-C to stop.\n`);
    await waitForAbort(signal);
  } finally {
    await Promise.all(services.map((service) => service.stop(2000)));
  }
}

/** Outside this repository, the packages include a development build of the shell. */
const developmentShell = (project: string) =>
  dirname(programOf('@archive/rspack-config', 'development-shell/rspack.config.mjs', project));

async function requireRunning({ origin }: RunningArchive): Promise<void> {
  const response = await fetch(`${origin}/health/live`).catch(() => undefined);
  if (response?.ok) return;
  throw new UserError(
    `The archive at ${origin} does not respond. Start one with "npm start", or name another with --archive.`,
  );
}

/** The requested port, which must be free. Without one, the default port, or any free port if that one is in use. */
async function preferredPort(requestedPort: number | undefined): Promise<number> {
  const port = requestedPort ?? DEFAULT_PORT;
  return requireFreePort(LOOPBACK, port).then(
    () => port,
    (error: unknown) => {
      if (requestedPort !== undefined) throw error;
      return freePort(LOOPBACK);
    },
  );
}
