import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { declaredVersion } from './build-description.ts';
import { fileTypeOf } from './file-types.ts';
import { type Encodings, type FrontendFile, type FrontendSource, isPlainPath, SUFFIX } from './frontend-source.ts';

const MANIFEST = 'mf-manifest.json';

const statOf = (file: string) => stat(file).catch(() => undefined);

/** Builds in `<directory>/<version>/`. With `single`, which the shell uses, a single build directly in the directory. */
export class DirectorySource implements FrontendSource {
  readonly isStatic = true;
  readonly #directory: string;
  readonly #single: boolean;

  constructor(directory: string, single: boolean) {
    this.#directory = directory;
    this.#single = single;
  }

  async newestVersion(): Promise<string | undefined> {
    if (this.#single)
      return declaredVersion((name) => readFile(path.join(this.#directory, name)).catch(() => undefined));
    const names = await readdir(this.#directory).catch(() => []);
    const builds = await Promise.all(
      names.filter(isPlainPath).map(async (name) => {
        const manifest = await statOf(path.join(this.#directory, name, MANIFEST));
        return manifest ? [{ name, built: manifest.mtimeMs }] : [];
      }),
    );
    return builds.flat().sort((a, b) => b.built - a.built)[0]?.name;
  }

  async hasVersion(version: string): Promise<boolean> {
    if (this.#single) return (await this.newestVersion()) === version;
    return isPlainPath(version) && (await statOf(path.join(this.#directory, version, MANIFEST))) !== undefined;
  }

  async sizes(version: string): Promise<ReadonlyMap<string, number>> {
    const folder = this.#single ? this.#directory : path.join(this.#directory, version);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const sizes = await Promise.all(
      files.map(async (file) => [path.relative(folder, file), (await statOf(file))?.size ?? 0] as const),
    );
    return new Map(sizes);
  }

  async file(version: string, name: string, encodings: Encodings): Promise<FrontendFile | undefined> {
    const type = fileTypeOf(name);
    const relativePath = this.#single ? name : `${version}/${name}`;
    if (!isPlainPath(relativePath) || type === undefined) return undefined;
    const file = path.join(this.#directory, relativePath);
    for (const encoding of [...encodings, undefined]) {
      const variant = encoding ? file + SUFFIX[encoding] : file;
      const stats = await statOf(variant);
      if (!stats?.isFile()) continue;
      const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`;
      return { body: await readFile(variant), encoding, type, etag };
    }
    return undefined;
  }
}
