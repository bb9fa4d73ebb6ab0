import { buffer } from 'node:stream/consumers';
import type { FrontendsStatus } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/index.ts';
import { Storage, SYSTEM_PREFIX } from '../storage/index.ts';
import type { BuildFile } from './build-files.ts';
import { fileTypeOf } from './file-types.ts';
import { type Encodings, type FrontEndFile, SUFFIX } from './front-end-source.ts';

type Smoke = NonNullable<FrontendsStatus['apps'][number]['versions'][number]['smoke']>;

/** Where a published build lies: nothing of it ever changes. */
export interface StoredBuild {
  digest: string;
  /** SHA-256 of each file, by its path. */
  files: Record<string, string>;
}

export interface VersionRow {
  name: string;
  version: string;
  digest: string | null;
  contract: number;
  uses: Record<string, string>;
  smoke: Smoke | null;
  published_by: string;
  published_at: string;
}

const COLUMNS = 'name, version, digest, contract, uses, smoke, published_by, published_at';

/** What the files of stored builds may take of the memory together. */
const KEPT_BYTES = 32 * 1024 * 1024;
const AT_ONCE = 8;

const keyOf = (name: string, digest: string, path: string) => `${SYSTEM_PREFIX}frontends/${name}/${digest}/${path}`;

/**
 * The versions that are known, and the files of those that teams have published. A build lies in storage under the hash of all its
 * files, so that two who publish at once never write into each other's; which of them is the version is decided by one row.
 */
@Injectable()
export class FrontEndVersions {
  readonly #database: Database;
  readonly #storage: Storage;
  /** By `name/version`; null for one that nobody has published. Neither ever changes. */
  readonly #builds = new Map<string, StoredBuild | null>();
  readonly #bodies = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (body) => body.length + 100,
  });

  constructor(database: Database, storage: Storage) {
    this.#database = database;
    this.#storage = storage;
  }

  find(name: string, version: string): Promise<VersionRow | undefined> {
    return this.#database.row<VersionRow>(
      'frontend-version',
      `select ${COLUMNS} from frontend_version where name = $1 and version = $2`,
      [name, version],
    );
  }

  /** Newest first. */
  all(): Promise<VersionRow[]> {
    return this.#database.rows<VersionRow>(
      'frontend-versions',
      `select ${COLUMNS} from frontend_version order by published_at desc, version desc limit 1000`,
    );
  }

  /** A version that nobody published, as it is found where the archive runs. */
  async note(name: string, version: string, contract: number, uses: Record<string, string>): Promise<void> {
    await this.#database.change(
      'frontend-version-note',
      `insert into frontend_version (name, version, contract, uses, published_by) values ($1, $2, $3, $4, 'server start')
       on conflict (name, version) do update set contract = excluded.contract, uses = excluded.uses
       where frontend_version.digest is null`,
      [name, version, contract, JSON.stringify(uses)],
    );
  }

  async keepSmoke(name: string, version: string, smoke: Smoke): Promise<boolean> {
    const changed = await this.#database.change(
      'frontend-version-smoke',
      'update frontend_version set smoke = $3 where name = $1 and version = $2',
      [name, version, JSON.stringify(smoke)],
    );
    return changed === 1;
  }

  /** Writes the files of a build; until `register` nobody asks for them. */
  async store(name: string, digest: string, files: readonly BuildFile[]): Promise<void> {
    for (let from = 0; from < files.length; from += AT_ONCE)
      await Promise.all(
        files
          .slice(from, from + AT_ONCE)
          .map(({ path, body, type }) => this.#storage.put(keyOf(name, digest, path), body, type)),
      );
  }

  /** False where the version is known already. */
  async register(row: Omit<VersionRow, 'smoke' | 'published_at'>, files: StoredBuild['files']): Promise<boolean> {
    const { name, version, digest, contract, uses, published_by } = row;
    const added = await this.#database.change(
      'frontend-version-add',
      `insert into frontend_version (name, version, digest, files, contract, uses, published_by)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [name, version, digest, JSON.stringify(files), contract, JSON.stringify(uses), published_by],
    );
    return added === 1;
  }

  /** Where a version's files are; undefined for one that nobody has published. */
  async stored(name: string, version: string): Promise<StoredBuild | undefined> {
    const known = this.#builds.get(`${name}/${version}`);
    if (known !== undefined) return known ?? undefined;
    const row = await this.#database.row<StoredBuild | { digest: null; files: object }>(
      'frontend-build',
      'select digest, files from frontend_version where name = $1 and version = $2',
      [name, version],
    );
    if (row?.digest === null) this.#builds.set(`${name}/${version}`, null);
    else if (row) this.remember(name, version, row);
    return row?.digest === null ? undefined : row;
  }

  remember(name: string, version: string, build: StoredBuild): void {
    this.#builds.set(`${name}/${version}`, build);
  }

  /** The newest published version of a front end that has a file of this path: for pages that were opened with it. */
  async withFile(name: string, path: string): Promise<StoredBuild | undefined> {
    for (const [key, build] of this.#builds)
      if (build && key.startsWith(`${name}/`) && Object.hasOwn(build.files, path)) return build;
    return this.#database.row<StoredBuild>(
      'frontend-build-of-file',
      `select digest, files from frontend_version where name = $1 and digest is not null and files ? $2
        order by published_at desc limit 1`,
      [name, path],
    );
  }

  async file(
    name: string,
    { digest, files }: StoredBuild,
    path: string,
    encodings: Encodings,
  ): Promise<FrontEndFile | undefined> {
    const type = fileTypeOf(path);
    if (type === undefined) return undefined;
    for (const encoding of [...encodings, undefined]) {
      const variant = encoding ? path + SUFFIX[encoding] : path;
      const hash = Object.hasOwn(files, variant) ? files[variant] : undefined;
      if (hash === undefined) continue;
      const body = await this.#read(keyOf(name, digest, variant));
      if (body) return { body, encoding, type, etag: `"${hash.slice(0, 20)}"`, writeOnce: true };
    }
    return undefined;
  }

  async #read(key: string): Promise<Buffer | undefined> {
    const kept = this.#bodies.get(key);
    if (kept) return kept;
    const stream = await this.#storage.open(key);
    if (!stream) return undefined;
    const body = await buffer(stream);
    this.#bodies.set(key, body);
    return body;
  }
}
