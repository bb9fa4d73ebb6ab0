import type { RouteObject } from '@archive/router';
import type { RemoteComponentModule } from './components.ts';
import type { Slots } from './slots.ts';

export type { ArchiveSettings, Boot, Registry } from '@archive/contracts';

/** The agreement between the shell and its remotes. A remote that speaks another number is not mounted. */
export const CONTRACT = 1;

/** What a remote shows in the slots of others, each fetched when its slot is on the screen. */
export type Fills = { [Slot in keyof Slots]?: () => Promise<RemoteComponentModule<Slots[Slot]>> };

/** What each remote exposes as `./routes`. Routes are relative to the path that the registry gives the remote. */
export interface MfeModule {
  contract: typeof CONTRACT;
  routes: RouteObject[];
  fills?: Fills;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isMfeModule(module: unknown): module is MfeModule {
  return isRecord(module) && module['contract'] === CONTRACT && Array.isArray(module['routes']);
}

function spoken(module: unknown): MfeModule {
  if (isMfeModule(module)) return module;
  const number = isRecord(module) ? String(module['contract']) : 'nothing';
  throw new Error(`This part of the archive speaks contract ${number}; the page needs ${CONTRACT}.`);
}

/** The routes of a loaded `./routes`; throws when the module does not speak this contract. */
export const routesOf = (module: unknown): RouteObject[] => spoken(module).routes;

/** Of a remote, or a version of one, that has nothing for a slot. */
const NOTHING: RemoteComponentModule<object> = { component: () => null };

/** What a loaded `./routes` has for a slot; throws when the module does not speak this contract. */
export async function fillOf(module: unknown, slot: string): Promise<unknown> {
  const fills: Record<string, (() => Promise<unknown>) | undefined> = { ...spoken(module).fills };
  return (await fills[slot]?.()) ?? NOTHING;
}
