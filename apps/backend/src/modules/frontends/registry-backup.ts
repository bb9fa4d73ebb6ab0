import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { registrationSchema, registrySchema } from '@archive/contracts';
import { z } from 'zod';

const appSchema = registrySchema.shape.apps.valueType.omit({ canary: true });

const copySchema = z.object({
  revision: z.number().int(),
  apps: z.record(
    z.string(),
    appSchema.extend({
      canary: appSchema.extend({ share: z.number(), revision: z.number().int() }).optional(),
    }),
  ),
  /** Storage location of the live builds' files. */
  builds: z
    .array(
      z.object({
        name: z.string(),
        version: z.string(),
        digest: z.string(),
        files: z.record(z.string(), z.string()),
      }),
    )
    .default([]),
  descriptions: z.record(z.string(), registrationSchema.shape.description).default({}),
});
export type RegistryCopy = z.output<typeof copySchema>;

/** Saves the last known registry to a file, so that the server can start while the database is unavailable. */
export class RegistryBackup {
  readonly #file: string;

  constructor(dataDirectory: string) {
    this.#file = path.join(dataDirectory, 'frontends', 'registry.json');
  }

  async read(): Promise<RegistryCopy | undefined> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return copySchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  async write(copy: RegistryCopy): Promise<void> {
    const temporary = `${this.#file}.${process.pid}`;
    await mkdir(path.dirname(this.#file), { recursive: true });
    await writeFile(temporary, JSON.stringify(copy));
    await rename(temporary, this.#file);
  }
}
