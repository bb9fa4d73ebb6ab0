import { z } from 'zod';

const MANIFEST = 'mf-manifest.json';
const DECLARATION = 'archive.json';

/** What a build says of itself: the project's own declaration, and what Module Federation writes down of its modules. */
export interface BuildDescription {
  name: string;
  version: string;
  contract: number;
  /** Ranges of other remotes whose components it borrows. */
  uses: Record<string, string>;
  /** Modules that it takes from the shell, by the range that it asks for; of a shell those that it gives, by their version. */
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

/** Reads one file of a build; undefined where it has none. */
export type ReadFile = (path: string) => Promise<Buffer | undefined>;

const parsed = <T>(schema: z.ZodType<T>, body: Buffer | undefined): T | undefined => {
  if (!body) return undefined;
  try {
    return schema.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
};

/** The version that a build declares; undefined where it declares nothing. */
export async function declaredVersion(read: ReadFile): Promise<string | undefined> {
  return parsed(declarationSchema, await read(DECLARATION))?.version;
}

/** Undefined where the files are no build of ours. */
export async function describeBuild(read: ReadFile): Promise<BuildDescription | undefined> {
  const declaration = parsed(declarationSchema, await read(DECLARATION));
  const manifest = parsed(manifestSchema, await read(MANIFEST));
  if (!declaration || declaration.name !== manifest?.name) return undefined;
  const { shared, exposes } = manifest;
  const gives = declaration.name === 'shell';
  return {
    ...declaration,
    shared: new Map(shared.map(({ name, version, requiredVersion }) => [name, gives ? version : requiredVersion])),
    exposes: exposes.map(({ path }) => path),
  };
}
