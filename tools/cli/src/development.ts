import { freePort } from '@archive/postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import { programOf } from './child.ts';
import { Service } from './service.ts';
import type { ServiceOptions } from './supervised.ts';

const LOOPBACK = '127.0.0.1';

/** Output of the development servers other than compiler results. */
const DEV_SERVER_NOISE = /^(<[iw]>|\s*➜|LOG from )/;
const formatLine = (line: string) => (line.trim() && !DEV_SERVER_NOISE.test(line) ? line : undefined);

/** Folders with an rspack configuration to serve. */
export interface Frontends {
  shell: string;
  /** Folders of the remotes, by their names in the registry. */
  remotes: Readonly<Record<string, string>>;
}

type CommonOptions = Pick<ServiceOptions, 'logs' | 'print' | 'onStart'>;

/**
 * Starts the development servers: the shell's on `port`, which forwards API paths to `apiOrigin`, and the remotes' on
 * free ports. Remotes not listed stay live from `apiOrigin`. `ready` resolves when all of them respond.
 */
export async function serveFrontends(
  { shell, remotes }: Frontends,
  port: number,
  apiOrigin: string,
  env: NodeJS.ProcessEnv,
  common: CommonOptions,
): Promise<{ services: Service[]; ready: Promise<unknown> }> {
  const serve = (name: string, project: string, extraEnv: NodeJS.ProcessEnv) => {
    const rspack = programOf('@rspack/cli', 'bin/rspack.js', project);
    const fullEnv = { ...env, NODE_ENV: 'development', ...extraEnv };
    return new Service({ ...common, name, args: [rspack, 'serve'], cwd: project, env: fullEnv, formatLine });
  };
  const services: Service[] = [];
  const origins: Record<string, string> = {};
  for (const [name, project] of Object.entries(remotes)) {
    const ownPort = await freePort(LOOPBACK);
    origins[name] = `http://${LOOPBACK}:${ownPort}`;
    services.push(serve(name, project, { DEV_PORT: String(ownPort) }));
  }
  const DEV_REMOTES = Object.entries(origins)
    .map((pair) => pair.join('='))
    .join();
  services.push(serve('shell', shell, { DEV_PORT: String(port), API_ORIGIN: apiOrigin, DEV_REMOTES }));
  const manifests = [...Object.values(origins), `http://${LOOPBACK}:${port}`].map(
    (origin) => `${origin}/mf-manifest.json`,
  );
  const ready = Promise.all(
    services.map((service, index) => service.waitUntilReady(waitForResponse(manifests[index] ?? ''))),
  );
  return { services, ready };
}

const POLL_INTERVAL_MS = 50;

async function waitForResponse(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await sleep(POLL_INTERVAL_MS);
  }
}
