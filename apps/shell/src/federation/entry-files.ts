import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

interface Manifest {
  metaData: { globalName: string; remoteEntry: { path: string; name: string } };
}

export const urlOf = (path: string) => new URL(path, location.href).href;

/** Hashes of the entry files of released builds, by their URL. */
export const hashes = new Map<string, string>();

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
