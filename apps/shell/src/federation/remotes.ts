import { fetchRegistry } from '@archive/api-client';
import { CONTRACT, type Registry, installRemoteHost } from '@archive/shell-api';
import { loadOverlays } from '@archive/ui';
import {
  type ModuleFederationRuntimePlugin,
  loadRemote,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';

type App = Registry['apps'][string];

/** How long to wait for the registry before using the known version. */
export const REGISTRY_TIMEOUT_MS = 2000;

/** Manifest URL of each registered remote. */
const registered = new Map<string, string>();
/** Remotes with at least one module running on this page. */
const running = new Set<string>();

/** Registers a remote with Module Federation. `again` drops modules that were already loaded. */
function register(name: string, { manifest, entry }: App, again: boolean): void {
  const remote = registered.get(name);
  if (remote === manifest && !again) return;
  running.delete(name);
  registered.set(name, manifest);
  const url = urlOf(entry?.path ?? manifest);
  if (entry) hashes.set(url, entry.integrity);
  registerRemotes([{ name, entry: url, ...(entry && { entryGlobalName: entry.variable }) }], {
    force: remote !== undefined,
  });
}

/**
 * The latest version of a remote that failed to load, because it may have been replaced since the page opened. Nothing of it is on screen,
 * so a newer version is safe to load.
 */
async function latestVersion(remote: string, knownVersion: App): Promise<App> {
  const registry = await fetchRegistry(AbortSignal.timeout(REGISTRY_TIMEOUT_MS)).catch(() => undefined);
  return registry?.apps[remote] ?? knownVersion;
}

/** The first attempt may get a failed preload of the entry file, the second one a failed preload of the pages' files. */
const ATTEMPTS_WITH_PRELOADS = 3;
const NOT_LOADED = /Loading (?:CSS )?chunk|Failed to load script/;

const hasPreloads = (remote: string) =>
  document.querySelector(`link[rel="preload"][href^="/mfe/${CSS.escape(remote)}/"]`) !== null;

/**
 * Loads a module. If the page's preload of a file has failed (for example, without a connection), the browser repeats that failure for the
 * next request for the file, and only then asks the server again.
 */
async function loadExposed(remote: string, exposed: string, app: App): Promise<unknown> {
  const attempts = hasPreloads(remote) ? ATTEMPTS_WITH_PRELOADS : 1;
  for (let attempt = 1; ; attempt += 1)
    try {
      const module = await loadRemote(`${remote}/${exposed.replace('./', '')}`);
      running.add(remote);
      return module;
    } catch (error) {
      if (attempt === attempts || !(error instanceof Error && NOT_LOADED.test(error.message))) throw error;
      // Drop modules that failed to load. A running remote stays loaded, because a second instance would not know about its work.
      if (!running.has(remote)) register(remote, app, true);
    }
}

/** Makes the remotes of a registry available to the page. `fixed` remotes (overrides) are never updated. */
export function installRemotes(registry: Registry, fixed: readonly string[] = []): void {
  const apps = { ...registry.apps };
  registerPlugins([entryFiles]);
  for (const [name, app] of Object.entries(apps)) register(name, app, false);
  installRemoteHost({
    versionOf: (remote) => apps[remote]?.version,
    async load(remote, exposed, again) {
      const liveVersion = apps[remote];
      if (!liveVersion) throw new Error(`${remote} is not in the registry`);
      const app = again && !fixed.includes(remote) ? await latestVersion(remote, liveVersion) : liveVersion;
      apps[remote] = app;
      if (app.contract !== CONTRACT) throw new Error(`${remote} uses contract ${app.contract}, the shell ${CONTRACT}`);
      // Registering the remote again is the only way to drop a cached entry file that failed to load.
      if (again) register(remote, app, again);
      return loadExposed(remote, exposed, app);
    },
  });
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** True on a fast connection, and in browsers that don't report the connection's speed. */
function hasGoodConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
}

/** Delay before preloading starts, to let the first page load. */
const FIRST_PAGE_MS = 3000;

const whenIdle = (work: () => void) =>
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work);
    else work();
  }, FIRST_PAGE_MS);

let isPreloaded = false;

/** Fetches the entry file and the pages' files of a remote with the lowest priority, without running them. */
function preload({ entry }: App): void {
  for (const path of entry ? [entry.path, ...entry.pages] : []) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.setAttribute('as', path.endsWith('.css') ? 'style' : 'script');
    link.href = path;
    document.head.append(link);
  }
}

/** Loads the code of dialogs, and preloads the files of every remote, while the browser is idle. */
export function preloadRemotes({ apps }: Registry): void {
  if (isPreloaded || __DEVELOPMENT__ || !hasGoodConnection()) return;
  isPreloaded = true;
  whenIdle(() => {
    loadOverlays().catch(() => undefined);
    Object.values(apps).forEach(preload);
  });
}

interface Manifest {
  metaData: { globalName: string; remoteEntry: { path: string; name: string } };
}

const urlOf = (path: string) => new URL(path, location.href).href;

/** Hashes of the entry files of released builds, by their URL. */
const hashes = new Map<string, string>();

/** Finds the entry file of an unreleased build. Only the build's manifest names it. */
async function entryOf(manifest: string): Promise<{ entry: string; entryGlobalName: string }> {
  const response = await fetch(manifest);
  if (!response.ok) throw new Error(`Can’t load ${manifest}: ${response.status}`);
  const { globalName, remoteEntry } = ((await response.json()) as Manifest).metaData;
  return { entry: new URL(remoteEntry.path + remoteEntry.name, manifest).href, entryGlobalName: globalName };
}

/**
 * Extends the runtime of Module Federation, which is built without its own manifest loader. Entry files of released builds must have the
 * hash in the registry; those of other builds are found through their manifest.
 */
export const entryFiles: ModuleFederationRuntimePlugin = {
  name: 'entry-files',
  async afterResolve(args) {
    const { remoteInfo, origin } = args;
    // Runs when the first module of the remote is loaded.
    if (remoteInfo.entry.endsWith('.json') && !origin.moduleCache.has(remoteInfo.name))
      Object.assign(remoteInfo, await entryOf(remoteInfo.entry));
    return args;
  },
  createScript({ url }) {
    const integrity = hashes.get(url);
    return integrity === undefined ? undefined : Object.assign(document.createElement('script'), { integrity });
  },
};
