import { readFile, readdir, stat } from 'node:fs/promises';
import { type IncomingMessage, get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { declaredVersion } from './build-description.ts';
import { fileTypeOf } from './file-types.ts';

export interface FrontendFile {
  body: Buffer | Readable;
  /** Encoding of `body`. */
  encoding: 'br' | 'gzip' | undefined;
  type: string;
  etag: string | undefined;
  /** Set for files of a published version, which never change. */
  immutable?: true;
  /** Set if only this client may receive the file, because it previews the version. */
  isPrivate?: true;
}

/** Encodings that the browser accepts, in the server's order of preference. */
export type Encodings = readonly ('br' | 'gzip')[];

/** File name suffixes of the compressed variants. */
export const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** Source of the unpublished builds of one micro-frontend: a directory or a server. */
export interface FrontendSource {
  /** Whether the source only changes with a deployment, so that it is read only at startup. */
  readonly isStatic: boolean;
  /** Version of the latest build; undefined if there is none or the server does not respond. */
  newestVersion(): Promise<string | undefined>;
  hasVersion(version: string): Promise<boolean>;
  /** The size of each file of a build in bytes; undefined if unknown. */
  sizes(version: string): Promise<ReadonlyMap<string, number> | undefined>;
  /** A file of a build by its relative path; undefined if missing. A source with a single build serves it for any version. */
  file(version: string, path: string, encodings: Encodings): Promise<FrontendFile | undefined>;
}

/** Whether a path is safe to join to a directory: no parent, hidden or empty segments. */
const isPlainPath = (path: string) => path.split('/').every((part) => /^[\w@~+-][\w.@~+-]*$/.test(part));

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

const TIMEOUT_MS = 5000;

function fetchFile(address: string, encodings: Encodings): Promise<IncomingMessage | undefined> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
  const get = address.startsWith('https:') ? httpsGet : httpGet;
  const headers = { 'accept-encoding': encodings.join(', ') || 'identity' };
  const request = get(address, { headers, timeout: TIMEOUT_MS }, (response) => {
    if (response.statusCode === 200) return resolve(response);
    response.resume();
    resolve(undefined);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(undefined));
  return promise;
}

/**
 * A single build on its own server (a container or a development server), with `archive.json` and the other files at its root. The build
 * declares its version. Replacing the container changes the build while the archive is running.
 */
export class ServerSource implements FrontendSource {
  readonly isStatic = false;
  readonly #origin: string;
  readonly #single: boolean;
  #version: string | undefined;

  constructor(origin: string, single: boolean) {
    this.#origin = origin;
    this.#single = single;
  }

  async newestVersion(): Promise<string | undefined> {
    const currentVersion = await declaredVersion(async (name) => {
      const response = await fetchFile(`${this.#origin}/${name}`, []);
      return response && buffer(response).catch(() => undefined);
    });
    const version = currentVersion !== undefined && isPlainPath(currentVersion) ? currentVersion : undefined;
    this.#version = version ?? this.#version;
    return version;
  }

  async hasVersion(version: string): Promise<boolean> {
    return (this.#version ?? (await this.newestVersion())) === version;
  }

  /** Unknown, because a server doesn't list its files. */
  sizes(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async file(version: string, name: string, encodings: Encodings): Promise<FrontendFile | undefined> {
    const type = fileTypeOf(name);
    if (!isPlainPath(name) || type === undefined) return undefined;
    if (!this.#single && !(await this.hasVersion(version))) return undefined;
    const response = await fetchFile(`${this.#origin}/${name}`, encodings);
    if (!response) return undefined;
    const contentEncoding = response.headers['content-encoding'];
    return {
      body: response,
      encoding: encodings.find((encoding) => encoding === contentEncoding),
      type,
      etag: response.headers.etag,
    };
  }
}
