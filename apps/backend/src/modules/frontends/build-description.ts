import { MAX_BUDGET_KB, remoteDescriptionSchema } from '@archive/contracts';
import { z } from 'zod';
import type { Description } from './registrations.ts';
import { DEFAULT_BUDGET_KB } from './published-files.ts';

const MANIFEST = 'mf-manifest.json';
const DECLARATION = 'archive.json';

/** A build as described by our own declaration (`archive.json`) and the Module Federation manifest. */
export interface BuildDescription {
  name: string;
  version: string;
  contract: number;
  /** Version ranges of the other remotes whose components the build uses. */
  uses: Record<string, string>;
  /** Shared modules: a remote's required ranges, or the versions that a shell provides. */
  shared: ReadonlyMap<string, string>;
  exposes: readonly string[];
  /** Size budget of compressed scripts and styles, in KB. */
  budget: number;
  /** Where the micro-frontend appears in the archive, for its registration; undefined if the build doesn't declare it. */
  description: Description | undefined;
  /**
   * The exports of the project's libraries that a remote uses or a shell provides. Maps library and export name to the version since which
   * the export has had its current types. Undefined for builds that predate these lists.
   */
  names: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
  /** The files that a page loads first; undefined for a shell. */
  entry: BuildEntry | undefined;
  /** The first requests of the remote's pages, which the server preloads with the page. */
  requests: readonly PageRequests[];
}

/** The script with a remote's Module Federation container, and the files of its pages, as paths in the build. */
interface BuildEntry {
  path: string;
  /** The global variable that the script assigns the container to. */
  variable: string;
  pages: readonly string[];
}

/** API URLs that a page requests first, like `/api/voyages/{slug}` for the page `/voyages/:slug`. */
export interface PageRequests {
  page: string;
  urls: readonly string[];
}

const declarationSchema = z.object({
  name: z.string(),
  version: z.string().max(60),
  contract: z.number().int(),
  uses: z.record(z.string(), z.string()).default({}),
  budget: z.number().int().positive().max(MAX_BUDGET_KB).default(DEFAULT_BUDGET_KB),
  names: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  description: remoteDescriptionSchema.optional().catch(undefined),
  requests: z
    .array(z.object({ page: z.string().max(200), urls: z.array(z.string().max(500).startsWith('/api/')).max(5) }))
    .max(50)
    .catch([])
    .default([]),
});

const manifestSchema = z.object({
  name: z.string(),
  shared: z.array(
    z.object({ name: z.string(), version: z.string().default(''), requiredVersion: z.string().default('*') }),
  ),
  exposes: z.array(
    z.object({
      path: z.string(),
      assets: z
        .object({
          js: z.object({ sync: z.array(z.string()) }),
          css: z.object({ sync: z.array(z.string()) }),
        })
        .optional()
        .catch(undefined),
    }),
  ),
  metaData: z
    .object({ globalName: z.string().max(100), remoteEntry: z.object({ path: z.string(), name: z.string() }) })
    .optional()
    .catch(undefined),
});

/** The module with the remote's pages, which every remote must expose. */
export const PAGES = './routes';

function pageFilesOf(exposes: z.output<typeof manifestSchema>['exposes']): string[] {
  const { js, css } = exposes.find(({ path }) => path === PAGES)?.assets ?? {};
  return [...(js?.sync ?? []), ...(css?.sync ?? [])];
}

/** Reads one file of a build; undefined if it does not exist. */
export type ReadFile = (path: string) => Promise<Buffer | undefined>;

const parseJson = <T>(schema: z.ZodType<T>, body: Buffer | undefined): T | undefined => {
  if (!body) return undefined;
  try {
    return schema.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
};

/** The declared version of a build; undefined without a declaration. */
export async function declaredVersion(read: ReadFile): Promise<string | undefined> {
  return parseJson(declarationSchema, await read(DECLARATION))?.version;
}

/** Reads the description of a build; undefined if the files are not a build of this project. */
export async function describeBuild(read: ReadFile): Promise<BuildDescription | undefined> {
  const declaration = parseJson(declarationSchema, await read(DECLARATION));
  const manifest = parseJson(manifestSchema, await read(MANIFEST));
  if (!declaration || declaration.name !== manifest?.name) return undefined;
  const { shared, exposes, metaData } = manifest;
  const { names } = declaration;
  const isShell = declaration.name === 'shell';
  return {
    ...declaration,
    description: declaration.description,
    shared: new Map(shared.map(({ name, version, requiredVersion }) => [name, isShell ? version : requiredVersion])),
    exposes: exposes.map(({ path }) => path),
    entry: metaData && {
      path: metaData.remoteEntry.path + metaData.remoteEntry.name,
      variable: metaData.globalName,
      pages: pageFilesOf(exposes),
    },
    names:
      names &&
      new Map(Object.entries(names).map(([library, versions]) => [library, new Map(Object.entries(versions))])),
  };
}
