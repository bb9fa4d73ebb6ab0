import { loadRemote, preloadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { fetchRegistry } from '@archive/api-client';
import { CONTRACT, installRemoteHost, type Registry } from '@archive/shell-api';

type App = Registry['apps'][string];

const entryUrl = (manifest: string) => new URL(manifest, window.location.href).href;

/** Manifest URL of each registered remote. */
const registered = new Map<string, string>();

/** How long to wait for the registry before using the known version. */
export const REGISTRY_TIMEOUT_MS = 2000;

/** A remote that failed to load may have been replaced since the page opened. None of it is on screen, so the newer version is safe to load. */
async function latestVersion(remote: string, knownVersion: App): Promise<App> {
  const registry = await fetchRegistry(AbortSignal.timeout(REGISTRY_TIMEOUT_MS)).catch(() => undefined);
  return registry?.apps[remote] ?? knownVersion;
}

/** Registers the remotes of a registry with Module Federation. `fixed` remotes (overrides) are never updated. */
export function installRemotes(registry: Registry, fixed: readonly string[] = []): void {
  const apps = { ...registry.apps };
  for (const [name, { manifest }] of Object.entries(apps)) {
    const entry = entryUrl(manifest);
    registerRemotes([{ name, entry }], { force: registered.has(name) && registered.get(name) !== entry });
    registered.set(name, entry);
  }
  installRemoteHost({
    versionOf: (remote) => apps[remote]?.version,
    async load(remote, exposed, again) {
      const liveVersion = apps[remote];
      if (!liveVersion) throw new Error(`${remote} is not in the registry`);
      const app = again && !fixed.includes(remote) ? await latestVersion(remote, liveVersion) : liveVersion;
      apps[remote] = app;
      if (app.contract !== CONTRACT) throw new Error(`${remote} uses contract ${app.contract}, the shell ${CONTRACT}`);
      // Re-registering is the only way to drop a cached manifest, entry or chunk that failed.
      if (again) registerRemotes([{ name: remote, entry: entryUrl(app.manifest) }], { force: true });
      return loadRemote(`${remote}/${exposed.replace('./', '')}`);
    },
  });
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** True on a fast connection, and in browsers that don't report theirs. */
function hasGoodConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
}

/** Leaves the first page time to load before preloading starts. */
const FIRST_PAGE_MS = 3000;

const whenIdle = (work: () => void) =>
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work);
    else work();
  }, FIRST_PAGE_MS);

let isPreloaded = false;

/** Preloads the entry files of every remote while the browser is idle. */
export function preloadRemotes({ apps }: Registry): void {
  if (isPreloaded || __DEVELOPMENT__ || !hasGoodConnection()) return;
  isPreloaded = true;
  whenIdle(() => {
    const remotes = Object.keys(apps).map((nameOrAlias) => ({
      nameOrAlias,
      exposes: ['routes'],
      resourceCategory: 'sync' as const,
    }));
    // A failed preload is retried, and its error shown, when the remote is opened.
    preloadRemote(remotes).catch(() => undefined);
  });
}
