import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './child.ts';
import { freePort } from './ports.ts';
import { Service, type ServiceOptions } from './service.ts';

/** The development servers of the remotes, by the name they have in the registry. */
const REMOTES = { voyages: 'voyages-mfe', people: 'people-mfe', media: 'media-mfe' };

const LOOPBACK = '127.0.0.1';

/** What the development servers say besides what was compiled and what failed. */
const CHATTER = /^(<[iw]>|\s*➜|LOG from )/;
const shown = (line: string) => (line.trim() && !CHATTER.test(line) ? line : undefined);

type Common = Pick<ServiceOptions, 'logs' | 'say' | 'onStart'>;

/**
 * Starts the development servers of the front ends: the shell's on `port`, which hands everything that is the API's on to
 * `apiOrigin`, and the remotes' on ports of their own; those that are not named are the ones that are live there. `ready` settles when
 * all of them serve.
 */
export async function serveFrontEnds(
  root: string,
  port: number,
  apiOrigin: string,
  env: NodeJS.ProcessEnv,
  common: Common,
  remotes: Readonly<Record<string, string>> = REMOTES,
): Promise<{ services: Service[]; ready: Promise<unknown> }> {
  const serve = (name: string, app: string, own: NodeJS.ProcessEnv) => {
    const rspack = join(root, 'node_modules/@rspack/cli/bin/rspack.js');
    const all = { ...env, NODE_ENV: 'development', ...own };
    return new Service({
      ...common,
      name,
      args: [rspack, 'serve'],
      cwd: join(root, 'apps', app),
      env: all,
      shown,
    });
  };
  const services: Service[] = [];
  const origins: Record<string, string> = {};
  for (const [name, app] of Object.entries(remotes)) {
    const own = await freePort(LOOPBACK);
    origins[name] = `http://${LOOPBACK}:${own}`;
    services.push(serve(name, app, { DEV_PORT: String(own) }));
  }
  const DEV_REMOTES = Object.entries(origins)
    .map((pair) => pair.join('='))
    .join();
  services.push(serve('shell', 'shell', { DEV_PORT: String(port), API_ORIGIN: apiOrigin, DEV_REMOTES }));
  const manifests = [...Object.values(origins), `http://${LOOPBACK}:${port}`].map(
    (origin) => `${origin}/mf-manifest.json`,
  );
  const ready = Promise.all(services.map((service, index) => service.settle(answers(manifests[index] ?? ''))));
  return { services, ready };
}

const ASK_AGAIN = 50;

async function answers(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(ASK_AGAIN);
  }
}

const SETTLED = 150;

/** What the backend is built from. */
const SOURCES = ['apps/backend/src', 'libs/contracts/src', 'libs/voyage-document/src'];

/**
 * Builds the backend again after each change of a source. What runs it is Node's own watch mode, which begins anew when
 * one of the files it has loaded changes.
 */
export function compileOnChange(root: string, say: (line: string) => void): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void compile(), SETTLED);
  };
  const watchers = SOURCES.map((directory) => watch(join(root, directory), { recursive: true }, changed));
  const compile = async () => {
    const { ended } = startChild(process.execPath, [join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
      cwd: join(root, 'apps/backend'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if ((await ended) !== 0) say('backend: not compiled, for the reason above; it goes on as it was.');
  };
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
