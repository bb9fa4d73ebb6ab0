import type { RouteObject } from '@archive/router';
import type { RemoteComponentModule, Slots } from './components.ts';

export type { ArchiveSettings, Boot, Registry } from '@archive/contracts';

/** Version of the contract between the shell and its remotes. The shell doesn't mount remotes with another version. */
export const CONTRACT = 1;

/** Components that a remote renders in slots of other remotes. Each is loaded when its slot is on screen. */
export type Fills = { [Slot in keyof Slots]?: () => Promise<RemoteComponentModule<Slots[Slot]>> };

/** A remote's `./routes` module. Routes are relative to the remote's paths in the registry. */
export interface MfeModule {
  contract: typeof CONTRACT;
  routes: RouteObject[];
  /** Permanent pages of records, or other pages, at and below `record_path`. */
  recordRoutes?: RouteObject[];
  fills?: Fills;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isMfeModule(module: unknown): module is MfeModule {
  return isRecord(module) && module['contract'] === CONTRACT && Array.isArray(module['routes']);
}

function validModule(module: unknown): MfeModule {
  if (isMfeModule(module)) return module;
  const version = isRecord(module) ? String(module['contract']) : 'none';
  throw new Error(`This module has contract ${version}; the shell requires ${CONTRACT}.`);
}

/** The routes of a `./routes` module. Throws if its contract version differs. */
export const routesOf = (module: unknown): RouteObject[] => validModule(module).routes;

/** The record routes of a `./routes` module. Throws if its contract version differs. */
export const recordRoutesOf = (module: unknown): RouteObject[] => validModule(module).recordRoutes ?? [];

/** Rendered when a remote has nothing for a slot. */
export const EMPTY_FILL: RemoteComponentModule<object> = { component: () => null };

/** The slot component of a `./routes` module. Throws if its contract version differs. */
export async function fillOf(module: unknown, slot: string): Promise<unknown> {
  const fills: Record<string, (() => Promise<unknown>) | undefined> = { ...validModule(module).fills };
  return (await fills[slot]?.()) ?? EMPTY_FILL;
}
