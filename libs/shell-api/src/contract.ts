import type { RouteObject } from '@archive/router';

/** The agreement between the shell and its remotes. A remote that speaks another number is not mounted. */
export const CONTRACT = 1;

/** What each remote exposes as `./routes`. Routes are relative to the path that the registry gives the remote. */
export interface MfeModule {
  contract: typeof CONTRACT;
  routes: RouteObject[];
}

/** One live micro-frontend, as `GET /mfe/registry.json` names it. */
export interface RegistryApp {
  version: string;
  /** Address of the federation manifest, absolute or from the root of the site. */
  manifest: string;
  /** Where the shell mounts its routes, such as `/people`. */
  path: string;
  contract: number;
  /** Remotes whose components it uses where they are there, with the range of contract it expects. */
  optional?: Record<string, string>;
}

/** What is live. `revision` grows with each promotion or rollback. */
export interface Registry {
  schema: 1;
  revision: number;
  apps: Record<string, RegistryApp>;
}

/** The archive as its configuration names it. Without an address of a migration document there is none to link to. */
export interface ArchiveSettings {
  title: string;
  subtitle: string;
  migration_document_url: string | null;
}

/** The data block `#boot` of the page. */
export interface Boot {
  registry: Registry;
  archive: ArchiveSettings;
}
