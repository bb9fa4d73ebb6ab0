import path from 'node:path';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { publishableNameSchema, SHELL } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { UnavailableError } from '../../database/index.ts';
import { type BuildDescription, describeBuild } from './build-description.ts';
import {
  DirectorySource,
  type Encodings,
  type FrontendFile,
  type FrontendSource,
  ServerSource,
} from './frontend-source.ts';
import { loadedBytes } from './published-files.ts';
import { FrontendVersions } from './versions.ts';
import { Problem } from '../../common/index.ts';

/** Who may load the files of a version: everyone, this session or pipeline, or nobody. */
export type Access = 'public' | 'private' | 'denied';

/** Whether a client may load the files of a published version. */
export type AccessCheck = (name: string, version: string) => Promise<Access>;

const previewRequiredProblem = (name: string, version: string) =>
  new Problem(403, `${name} ${version} is not released. Sign in and agree to preview it.`);

const isName = (name: string) => publishableNameSchema.safeParse(name).success;

const unlimited: AccessCheck = () => Promise.resolve('public');

/** The files of the micro-frontends, published or built locally. */
@Injectable()
export class Frontends {
  readonly #directory: string;
  /** Micro-frontends that have their own server, each with a single build. */
  readonly #servers: ReadonlyMap<string, FrontendSource>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly versions: FrontendVersions,
  ) {
    const { directory, origins } = config.frontends;
    this.#directory = directory;
    this.#servers = new Map(
      Object.entries(origins).map(([name, origin]) => [name, new ServerSource(origin, name === SHELL)]),
    );
  }

  /**
   * The source of a micro-frontend's build: its own server if one is configured, or else a directory on this server, which may be missing.
   */
  localSource(name: string): FrontendSource {
    return this.#servers.get(name) ?? new DirectorySource(path.join(this.#directory, name), name === SHELL);
  }

  /**
   * Names of the micro-frontends with a build on this server or their own. The shell comes first, because the others must be compatible
   * with it.
   */
  async builtNames(): Promise<string[]> {
    const folders = (await readdir(this.#directory).catch(() => [])).filter(isName);
    const names = new Set([...folders, ...this.#servers.keys()]);
    names.delete(SHELL);
    return [SHELL, ...[...names].toSorted()];
  }

  /** @throws Problem 403 for a published version that the client may not load */
  async file(
    name: string,
    version: string,
    subpath: string,
    encodings: Encodings,
    accessTo = unlimited,
  ): Promise<FrontendFile | undefined> {
    if (!isName(name)) return undefined;
    const source = this.localSource(name);
    // Local builds are available without the database.
    const stored = await this.versions.buildOf(name, version).catch(async (error: unknown) => {
      if (await source.hasVersion(version)) return undefined;
      throw error;
    });
    if (!stored) return source.file(version, subpath, encodings);
    const access = await accessTo(name, version);
    if (access === 'denied') throw previewRequiredProblem(name, version);
    const file = await this.versions.file(name, stored, subpath, encodings, () => localCopy(source, version, subpath));
    return file && access === 'private' ? { ...file, isPrivate: true } : file;
  }

  /** A file of the shell, from the live version, the local build, or an earlier version that an open page may still use. */
  async shellFile(
    version: string | undefined,
    subpath: string,
    encodings: Encodings,
    accessTo = unlimited,
  ): Promise<FrontendFile | undefined> {
    const live = version === undefined ? undefined : await this.file('shell', version, subpath, encodings);
    if (live) return live;
    const page = await this.localSource(SHELL).file('', subpath, encodings);
    if (page || !subpath.startsWith('assets/')) return page;
    try {
      for await (const otherVersion of this.versions.versionsWithFile('shell', subpath))
        if ((await accessTo('shell', otherVersion)) !== 'denied')
          return await this.file('shell', otherVersion, subpath, encodings, accessTo);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
    return undefined;
  }

  async hasVersion(name: string, version: string): Promise<boolean> {
    return (
      (await this.versions.buildOf(name, version)) !== undefined || (await this.localSource(name).hasVersion(version))
    );
  }

  /** The number of bytes that browsers receive for all scripts and styles of a version; undefined if unknown. */
  async loadedBytes(name: string, version: string): Promise<number | undefined> {
    const row = await this.versions.find(name, version);
    if (row?.loaded_bytes !== null && row?.loaded_bytes !== undefined) return row.loaded_bytes;
    const sizes = await this.localSource(name).sizes(version);
    return sizes && sizes.size > 0 ? loadedBytes(sizes) : undefined;
  }

  describe(name: string, version: string): Promise<BuildDescription | undefined> {
    return describeBuild(async (file) => {
      const requestedFile = await this.file(name, version, file, []);
      return requestedFile && bodyOf(requestedFile);
    });
  }
}

/** The same file of the build on the server. */
async function localCopy(source: FrontendSource, version: string, path: string): Promise<Buffer | undefined> {
  const sourceFile = await source.file(version, path, []);
  return sourceFile && bodyOf(sourceFile);
}

const bodyOf = ({ body }: FrontendFile): Promise<Buffer> | Buffer => (Buffer.isBuffer(body) ? body : buffer(body));
