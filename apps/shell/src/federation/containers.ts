import type { Registry } from '@archive/shell-api';

type App = Registry['apps'][string];

/** A remote's container, as the bundler builds it: its modules, once it has the shared ones. */
export interface Container {
  init(shared: unknown): void | Promise<void>;
  get(exposed: string): Promise<() => unknown>;
}

/** The script with a container, and the global variable that it assigns. */
interface Entry {
  url: string;
  integrity?: string | undefined;
  variable: string;
}

interface Manifest {
  metaData: { globalName: string; remoteEntry: { path: string; name: string } };
}

declare const __webpack_init_sharing__: (scope: string) => Promise<void>;
declare const __webpack_share_scopes__: { default: unknown };

/** Where the container of a build is. The registry says it of released builds, the manifest of any build. */
async function entryOf({ manifest, entry }: App): Promise<Entry> {
  if (entry) return { url: entry.path, integrity: entry.integrity, variable: entry.variable };
  const response = await fetch(manifest);
  if (!response.ok) throw new Error(`Can’t load ${manifest}: ${response.status}`);
  const { globalName, remoteEntry } = ((await response.json()) as Manifest).metaData;
  const url = new URL(remoteEntry.path + remoteEntry.name, new URL(manifest, location.href));
  return { url: url.href, variable: globalName };
}

async function loadScript({ url, integrity }: Entry): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  if (integrity) script.integrity = integrity;
  // For the error messages of development servers, which are other origins.
  if (new URL(url, location.href).origin !== location.origin) script.crossOrigin = 'anonymous';
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => reject(new Error(`Can’t load ${url}`)));
  script.src = url;
  document.head.append(script);
  await promise.finally(() => script.remove());
}

/** Loads the container of a remote and gives it the shared modules. */
export async function loadContainer(app: App): Promise<Container> {
  const entry = await entryOf(app);
  await Promise.all([loadScript(entry), __webpack_init_sharing__('default')]);
  const container = (globalThis as unknown as Record<string, Container | undefined>)[entry.variable];
  if (!container) throw new Error(`${entry.url} has no container`);
  await container.init(__webpack_share_scopes__.default);
  return container;
}
