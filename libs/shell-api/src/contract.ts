import type { RouteObject } from '@archive/router';

export type { ArchiveSettings, Boot, Registry } from '@archive/contracts';

/** The agreement between the shell and its remotes. A remote that speaks another number is not mounted. */
export const CONTRACT = 1;

/** What each remote exposes as `./routes`. Routes are relative to the path that the registry gives the remote. */
export interface MfeModule {
  contract: typeof CONTRACT;
  routes: RouteObject[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isMfeModule(module: unknown): module is MfeModule {
  return isRecord(module) && module['contract'] === CONTRACT && Array.isArray(module['routes']);
}

/** The routes of a loaded `./routes`; throws when the module does not speak this contract. */
export function routesOf(module: unknown): RouteObject[] {
  if (isMfeModule(module)) return module.routes;
  const spoken = isRecord(module) ? String(module['contract']) : 'nothing';
  throw new Error(`This part of the archive speaks contract ${spoken}; the page needs ${CONTRACT}.`);
}
