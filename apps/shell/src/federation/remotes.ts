import { loadRemote, preloadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { fetchRegistry } from '@archive/api-client';
import { CONTRACT, installRemoteHost, type Registry } from '@archive/shell-api';

type App = Registry['apps'][string];

const entryOf = (manifest: string) => new URL(manifest, window.location.href).href;

/** The manifests that are known by now. */
const registered = new Map<string, string>();

/** What is live is asked for so long before the page goes on with what it knows. */
export const ASK_MS = 2000;

/**
 * What failed may have been replaced or rolled back since the page was opened. Nothing of it is on the screen, so that what is live
 * now may come in its place.
 */
async function liveNow(remote: string, known: App): Promise<App> {
  const registry = await fetchRegistry(AbortSignal.timeout(ASK_MS)).catch(() => undefined);
  return registry?.apps[remote] ?? known;
}

/** Makes known what the registry names. What is fetched later is fetched by these names; `fixed` ones stay as they are. */
export function installRemotes(registry: Registry, fixed: readonly string[] = []): void {
  const apps = { ...registry.apps };
  for (const [name, { manifest }] of Object.entries(apps)) {
    const entry = entryOf(manifest);
    registerRemotes([{ name, entry }], { force: registered.has(name) && registered.get(name) !== entry });
    registered.set(name, entry);
  }
  installRemoteHost({
    versionOf: (remote) => apps[remote]?.version,
    isCanary: (remote) => apps[remote]?.canary === true,
    async load(remote, exposed, again) {
      const known = apps[remote];
      if (!known) throw new Error(`${remote} is not in the registry`);
      const app = again && !fixed.includes(remote) ? await liveNow(remote, known) : known;
      apps[remote] = app;
      if (app.contract !== CONTRACT) throw new Error(`${remote} speaks contract ${app.contract}, the page ${CONTRACT}`);
      // Only a remote registered anew forgets a manifest, an entry or a chunk that failed.
      if (again) registerRemotes([{ name: remote, entry: entryOf(app.manifest) }], { force: true });
      return loadRemote(`${remote}/${exposed.replace('./', '')}`);
    },
  });
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Browsers that say nothing of their connection are taken to have a good one. */
function goodConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !connection?.saveData && (connection?.effectiveType ?? '4g') === '4g';
}

/** What the first page needs comes first. */
const FIRST_PAGE_MS = 3000;

const whenIdle = (work: () => void) =>
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work);
    else work();
  }, FIRST_PAGE_MS);

let preloaded = false;

/** Fetches the first files of every remote while the page has nothing else to do, so that each opens at once. */
export function preloadRemotes({ apps }: Registry): void {
  if (preloaded || __DEVELOPMENT__ || !goodConnection()) return;
  preloaded = true;
  whenIdle(() => {
    const wanted = Object.keys(apps).map((nameOrAlias) => ({
      nameOrAlias,
      exposes: ['routes'],
      resourceCategory: 'sync' as const,
    }));
    // What cannot be fetched now is fetched, and its failure shown, when it is opened.
    preloadRemote(wanted).catch(() => undefined);
  });
}
