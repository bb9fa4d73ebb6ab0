import { buffer } from 'node:stream/consumers';
import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { LRUCache } from 'lru-cache';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { Storage, SYSTEM_PREFIX } from '../storage/index.ts';
import { Metrics, Problem } from '../../common/index.ts';
import { type BuildFile, sha256, unpack } from './build-files.ts';
import { fileTypeOf } from './file-types.ts';
import { type Encodings, type FrontendFile, SUFFIX } from './frontend-source.ts';

/** A published build in storage. It never changes. */
interface StoredBuild {
  digest: string;
  /** SHA-256 of each file, by its path. */
  files: Record<string, string>;
}

export interface VersionRow {
  name: string;
  version: string;
  digest: string | null;
  /** Version of the interface between shell and micro-frontends that the build uses. */
  contract: number;
  /** Version ranges of the other micro-frontends whose components the build uses, by name. */
  uses: Record<string, string>;
  /** Size of compressed scripts and styles; null for builds on the server. */
  loaded_bytes: number | null;
  commit_hash: string | null;
  pipeline_url: string | null;
  /** Fingerprint of the key that has signed the build. */
  signed_by: string | null;
  published_by: string;
  published_at: string;
  /** Whether the files of the version were deleted because of their age. */
  files_deleted: boolean;
}

const COLUMNS = {
  name: col.text,
  version: col.text,
  digest: col.text.nullable(),
  contract: col.int,
  uses: col.json<Record<string, string>>(),
  loaded_bytes: col.int.nullable(),
  commit_hash: col.text.nullable(),
  pipeline_url: col.text.nullable(),
  signed_by: col.text.nullable(),
  published_by: col.text,
  published_at: col.timestamp,
  files_deleted: col.bool,
} satisfies ColumnsOf<VersionRow>;
const ARE_FILES_DELETED = 'files_deleted_at is not null and files_deleted_at >= files_stored_at';
const COLUMN_LIST = Object.keys(COLUMNS)
  .map((name) => (name === 'files_deleted' ? `(${ARE_FILES_DELETED}) as files_deleted` : name))
  .join(', ');

const FIND = statement(
  'frontend-version',
  `select ${COLUMN_LIST} from frontend_version where name = $1 and version = $2`,
  COLUMNS,
);
const ALL = statement(
  'frontend-versions',
  `select ${COLUMN_LIST} from frontend_version order by published_at desc, version desc limit 1000`,
  COLUMNS,
);
const SAVE_LOCAL = statement(
  'frontend-version-save-local',
  `insert into frontend_version (name, version, contract, uses, published_by) values ($1, $2, $3, $4, 'server start')
   on conflict (name, version) do update set contract = excluded.contract, uses = excluded.uses
   where frontend_version.digest is null`,
);
const REGISTER = statement(
  'frontend-version-register',
  `insert into frontend_version (name, version, digest, files, contract, uses, published_by, commit_hash, pipeline_url,
     loaded_bytes, signed_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
);
const RESTORE = statement(
  'frontend-version-restore',
  `update frontend_version set files_stored_at = clock_timestamp() where name = $1 and version = $2 and ${ARE_FILES_DELETED}`,
);
const FILE_HASHES = col.json<Record<string, string>>();
const BUILD = statement(
  'frontend-build',
  `select digest, files from frontend_version where name = $1 and version = $2 and not (${ARE_FILES_DELETED})`,
  { digest: col.text.nullable(), files: FILE_HASHES },
);
const VERSIONS_WITH_FILE = statement(
  'frontend-versions-with-file',
  `select version from frontend_version where name = $1 and digest is not null and not (${ARE_FILES_DELETED}) and files ? $2
   order by published_at desc limit 20`,
  { version: col.text },
);

/** Size of the in-memory cache for files of stored builds. */
const CACHE_BYTES = 32 * 1024 * 1024;
const BATCH_SIZE = 8;

const etagOf = (hash: string) => `"${hash.slice(0, 20)}"`;

/** The storage key of a file of a build. */
export const keyOf = (name: string, digest: string, path: string) =>
  `${SYSTEM_PREFIX}frontends/${name}/${digest}/${path}`;

/**
 * All versions, and the files of published versions. A build is stored under the hash of its files, so that teams that publish
 * concurrently never overwrite each other's files. A single row determines which build a version has.
 */
@Injectable()
export class FrontendVersions {
  readonly #log = new Logger('Frontends');
  readonly #damaged: Counter;
  /** Cached builds by `name/version`; null for a version that wasn't published. A published version never changes. */
  readonly #builds = new Map<string, StoredBuild | null>();
  readonly #bodies = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (body) => body.length + 100,
  });

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    metrics: Metrics,
  ) {
    this.#damaged = metrics.counter({
      name: 'frontend_files_damaged_total',
      help: 'Reads of stored micro-frontend files whose content is not the published one',
    });
    this.#damaged.inc(0);
  }

  find(name: string, version: string): Promise<VersionRow | undefined> {
    return this.database.row(FIND, [name, version]);
  }

  /** Newest first. */
  all(): Promise<VersionRow[]> {
    return this.database.rows(ALL);
  }

  /** Saves a version that was built on the server rather than published. */
  async saveLocal(name: string, version: string, contract: number, uses: Record<string, string>): Promise<void> {
    await this.database.execute(SAVE_LOCAL, [name, version, contract, JSON.stringify(uses)]);
  }

  /** Stores the files of a build; they are served after `register`. */
  async store(name: string, digest: string, files: readonly BuildFile[]): Promise<void> {
    for (let from = 0; from < files.length; from += BATCH_SIZE)
      await Promise.all(
        files
          .slice(from, from + BATCH_SIZE)
          .map(({ path, body, type }) => this.storage.put(keyOf(name, digest, path), body, type)),
      );
  }

  /** Records that the files of a version are in storage again. */
  async restore(name: string, version: string): Promise<void> {
    await this.database.execute(RESTORE, [name, version]);
  }

  /** Registers a version. Returns false if it already exists. */
  async register(
    row: Omit<VersionRow, 'published_at' | 'files_deleted'>,
    files: StoredBuild['files'],
  ): Promise<boolean> {
    const { name, version, digest, contract, uses, published_by, commit_hash, pipeline_url } = row;
    const insertedRows = await this.database.execute(REGISTER, [
      name,
      version,
      digest,
      JSON.stringify(files),
      contract,
      JSON.stringify(uses),
      published_by,
      commit_hash,
      pipeline_url,
      row.loaded_bytes,
      row.signed_by,
    ]);
    return insertedRows === 1;
  }

  /** The stored build of a version; undefined if it is not published. */
  async buildOf(name: string, version: string): Promise<StoredBuild | undefined> {
    const cached = this.#builds.get(`${name}/${version}`);
    if (cached !== undefined) return cached ?? undefined;
    const row = await this.database.row(BUILD, [name, version]);
    if (!row) return undefined;
    const build = row.digest === null ? null : { digest: row.digest, files: row.files };
    this.#builds.set(`${name}/${version}`, build);
    return build ?? undefined;
  }

  cacheBuild(name: string, version: string, build: StoredBuild): void {
    this.#builds.set(`${name}/${version}`, build);
  }

  /** Published versions with this file, for pages that were opened with an earlier version. Cached versions come first. */
  async *versionsWithFile(name: string, path: string): AsyncGenerator<string> {
    for (const [key, build] of this.#builds)
      if (build && key.startsWith(`${name}/`) && Object.hasOwn(build.files, path)) yield key.slice(name.length + 1);
    for (const { version } of await this.database.rows(VERSIONS_WITH_FILE, [name, path])) yield version;
  }

  /**
   * Returns a file of a published build after checking its hash. Restores a damaged file from its compressed variants or from another
   * copy.
   * @throws Problem 502 for a damaged file without an intact copy
   */
  async file(
    name: string,
    { digest, files }: StoredBuild,
    path: string,
    encodings: Encodings,
    otherCopy: () => Promise<Buffer | undefined> = () => Promise.resolve(undefined),
  ): Promise<FrontendFile | undefined> {
    const type = fileTypeOf(path);
    if (type === undefined) return undefined;
    const hashOf = (file: string) => (Object.hasOwn(files, file) ? files[file] : undefined);
    let isDamaged = false;
    for (const encoding of [...encodings, undefined]) {
      const variant = encoding ? path + SUFFIX[encoding] : path;
      const hash = hashOf(variant);
      if (hash === undefined) continue;
      const body = await this.#read(keyOf(name, digest, variant), hash);
      if (Buffer.isBuffer(body)) return { body, encoding, type, etag: etagOf(hash), immutable: true };
      isDamaged ||= body === 'damaged';
    }
    const hash = hashOf(path);
    if (!isDamaged || hash === undefined) return undefined;
    const restored = (await this.#unpack(name, digest, files, path)) ?? (await otherCopy());
    if (!restored || sha256(restored) !== hash)
      throw new Problem(502, `${path} is damaged in storage. Publish the same build again to repair it.`);
    await this.storage.put(keyOf(name, digest, path), restored, type);
    this.#log.log(`${path} of ${name} was damaged in storage and has been restored from another copy.`);
    return { body: restored, encoding: undefined, type, etag: etagOf(hash), immutable: true };
  }

  /** Decompresses a file from an intact compressed variant. */
  async #unpack(name: string, digest: string, files: StoredBuild['files'], path: string): Promise<Buffer | undefined> {
    for (const encoding of ['br', 'gz'] as const) {
      const hash = files[`${path}.${encoding}`];
      const body = hash === undefined ? undefined : await this.#read(keyOf(name, digest, `${path}.${encoding}`), hash);
      if (Buffer.isBuffer(body)) return unpack[encoding](body);
    }
    return undefined;
  }

  /** Reads an object; undefined if it doesn't exist, `damaged` if its hash is not the expected one. Caches only intact content. */
  async #read(key: string, hash: string): Promise<Buffer | 'damaged' | undefined> {
    const cached = this.#bodies.get(key);
    if (cached) return cached;
    const stream = await this.storage.open(key);
    if (!stream) return undefined;
    const body = await buffer(stream);
    if (sha256(body) !== hash) {
      this.#damaged.inc();
      this.#log.error(`${key} is damaged in storage: its SHA-256 is not the one that was published.`);
      return 'damaged';
    }
    this.#bodies.set(key, body);
    return body;
  }
}
