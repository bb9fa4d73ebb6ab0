import { z } from 'zod';

const MANIFEST = 'mf-manifest.json';
const DECLARATION = 'archive.json';

/** Describes a build, from our own declaration (`archive.json`) and from the Module Federation manifest. */
export interface BuildDescription {
  name: string;
  version: string;
  contract: number;
  /** Version ranges of other remotes whose components it uses. */
  uses: Record<string, string>;
  /** Shared modules: a remote's required ranges, or the versions that a shell provides. */
  shared: ReadonlyMap<string, string>;
  exposes: readonly string[];
}

const declarationSchema = z.object({
  name: z.string(),
  version: z.string().max(60),
  contract: z.number().int(),
  uses: z.record(z.string(), z.string()).default({}),
});

const manifestSchema = z.object({
  name: z.string(),
  shared: z.array(
    z.object({ name: z.string(), version: z.string().default(''), requiredVersion: z.string().default('*') }),
  ),
  exposes: z.array(z.object({ path: z.string() })),
});

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

/** Undefined if the files are not a build of this project. */
export async function describeBuild(read: ReadFile): Promise<BuildDescription | undefined> {
  const declaration = parseJson(declarationSchema, await read(DECLARATION));
  const manifest = parseJson(manifestSchema, await read(MANIFEST));
  if (!declaration || declaration.name !== manifest?.name) return undefined;
  const { shared, exposes } = manifest;
  const isShell = declaration.name === 'shell';
  return {
    ...declaration,
    shared: new Map(shared.map(({ name, version, requiredVersion }) => [name, isShell ? version : requiredVersion])),
    exposes: exposes.map(({ path }) => path),
  };
}
