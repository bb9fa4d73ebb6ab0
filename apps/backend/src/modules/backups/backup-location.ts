import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Config } from '../../config/index.ts';
import { type Storage, type StoredObject, bucketStorage, diskStorage, libraryFolder } from '../storage/index.ts';

const MARKER = 'archive-backups.json';
const BACKUPS = 'backups/';
const CONTENT = 'content/';
const INCOMING = 'incoming/';
const FORMAT = 1;
const TYPE = 'application/octet-stream';

interface StoredContent {
  size: number;
  sha256: string;
}

const isInside = (folder: string, other: string) => !/^\.\.(?:$|[/\\])/.test(path.relative(folder, other));

/** The error for a location inside the library: each backup would contain the earlier ones, and they would appear among the media. */
const libraryLocationError = (location: string) =>
  new BackupError(`${location} is in the media library. Use another folder or bucket for the backups.`);

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const contentKey = (sha256: string) => `${CONTENT}${sha256.slice(0, 2)}/${sha256}`;

/**
 * A folder or bucket with the backups of one archive. `content/` contains each content once, named after its SHA-256 hash, and `backups/`
 * contains a manifest for each backup.
 */
export class BackupLocation {
  readonly #storage: Storage;
  readonly #prefix: string;
  /** The location as the operator configured it. */
  readonly name: string;

  private constructor(storage: Storage, prefix: string, name: string) {
    this.#storage = storage;
    this.#prefix = prefix;
    this.name = name;
  }

  /** Opens the location that BACKUP_LOCATION configures. */
  static async open({ backup: { location, s3 }, dataDirectory, s3: library }: Config): Promise<BackupLocation> {
    if (location === undefined)
      throw new BackupError(
        'BACKUP_LOCATION is not set. Set it to a folder, or to a bucket like s3://backups/archive.',
      );
    const [, bucket, folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(location) ?? [];
    if (bucket === undefined) {
      if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location))
        throw new BackupError('BACKUP_LOCATION must be a folder, or a bucket like s3://backups/archive.');
      const directory = path.resolve(location);
      if (!library && isInside(libraryFolder(dataDirectory), directory)) throw libraryLocationError(location);
      return new BackupLocation(diskStorage(directory), '', directory);
    }
    if (library && library.bucket === bucket && library.endpoint === s3.endpoint) throw libraryLocationError(location);
    const prefix = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
    return new BackupLocation(await bucketStorage({ ...s3, bucket, publicUrl: undefined }), prefix, location);
  }

  /**
   * Marks an empty location as this archive's.
   * @throws BackupError if it has other files, or backups of another archive
   */
  async claim(archive: string): Promise<void> {
    const marker = await this.#read(MARKER);
    if (marker === undefined) {
      if ((await this.#storage.list(this.#prefix, { limit: 1 })).objects.length > 0)
        throw new BackupError(`${this.name} has other files and no backups. Use an empty folder.`);
      await this.#put(MARKER, Buffer.from(`${JSON.stringify({ format: FORMAT, archive })}\n`));
    } else if ((await this.#requireBackups()).archive !== archive) {
      throw new BackupError(`${this.name} has the backups of another archive. Use another folder.`);
    }
    for await (const { key } of this.#list(INCOMING)) await this.#storage.remove(key);
  }

  /** Sizes of all contents, by SHA-256. */
  async contents(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { key, size } of this.#list(CONTENT)) sizes.set(key.slice(key.lastIndexOf('/') + 1), size);
    return sizes;
  }

  /** Stores a body under its hash, unless `contents` already has it. */
  async add(body: Readable, contents: Map<string, number>): Promise<StoredContent> {
    const incoming = `${this.#prefix}${INCOMING}${randomUUID()}`;
    const { size, sha256 } = await this.#storage.put(incoming, body, TYPE);
    const hex = sha256.toString('hex');
    if (contents.get(hex) === size) await this.#storage.remove(incoming);
    else await this.#storage.move([incoming], this.#prefix + contentKey(hex), TYPE);
    contents.set(hex, size);
    return { size, sha256: hex };
  }

  async openContent(sha256: string): Promise<Readable | undefined> {
    return this.#storage.open(this.#prefix + contentKey(sha256));
  }

  async removeContent(sha256: string): Promise<void> {
    await this.#storage.remove(this.#prefix + contentKey(sha256));
  }

  /** Whether a stored content exists and is undamaged. */
  async isIntact(sha256: string): Promise<boolean> {
    const content = await this.openContent(sha256);
    if (!content) return false;
    const hash = createHash('sha256');
    await pipeline(content, hash);
    return hash.digest('hex') === sha256;
  }

  /** Names of the complete backups, oldest first. */
  async backups(): Promise<string[]> {
    const names = new Set<string>();
    for await (const { key } of this.#list(BACKUPS)) names.add(key.slice(this.#prefix.length + BACKUPS.length));
    return [...names].flatMap((file) => {
      const name = file.replace(/\.json$/, '');
      return name !== file && names.has(`${file}.sha256`) ? [name] : [];
    });
  }

  /** Saves a manifest and then its checksum, which makes the backup complete. */
  async save(name: string, manifest: Manifest): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(manifest)}\n`);
    await this.#put(`${BACKUPS}${name}.json`, bytes);
    await this.#put(`${BACKUPS}${name}.json.sha256`, Buffer.from(`${sha256Of(bytes)}  ${name}.json\n`));
  }

  /** @throws BackupError if there is no such backup, or if it is damaged or of a newer format */
  async read(name: string): Promise<Manifest> {
    await this.#requireBackups();
    const bytes = await this.#read(`${BACKUPS}${name}.json`);
    const sum = (await this.#read(`${BACKUPS}${name}.json.sha256`))?.toString().slice(0, 64);
    if (bytes === undefined || sum === undefined) throw new BackupError(`${this.name} has no backup ${name}.`);
    if (sha256Of(bytes) !== sum)
      throw new BackupError(`The backup ${name} is damaged: its list of files has changed. Restore another one.`);
    return manifestSchema.parse(JSON.parse(bytes.toString()));
  }

  async remove(name: string): Promise<void> {
    for (const file of [`${name}.json.sha256`, `${name}.json`])
      await this.#storage.remove(`${this.#prefix}${BACKUPS}${file}`);
  }

  async #requireBackups(): Promise<{ archive: string }> {
    const bytes = await this.#read(MARKER);
    if (bytes === undefined) throw new BackupError(`${this.name} has no backups.`);
    const { format, archive } = JSON.parse(bytes.toString()) as { format: number; archive: string };
    if (format > FORMAT)
      throw new BackupError(
        `The backups in ${this.name} were made by a newer version of the archive. Use that version.`,
      );
    return { archive };
  }

  async #put(key: string, bytes: Buffer): Promise<void> {
    await this.#storage.put(this.#prefix + key, bytes, 'application/json');
  }

  async #read(key: string): Promise<Buffer | undefined> {
    const content = await this.#storage.open(this.#prefix + key);
    return content && buffer(content);
  }

  async *#list(folder: string): AsyncGenerator<StoredObject> {
    let fromKey: string | undefined;
    do {
      const { objects, next } = await this.#storage.list(this.#prefix + folder, { from: fromKey });
      yield* objects;
      fromKey = next;
    } while (fromKey !== undefined);
  }
}

/** Passes a stream through, and fails at the end if its SHA-256 hash isn't the expected one. */
export function verifyingStream(source: Readable, expected: string): Readable {
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(hash.digest('hex') === expected ? null : new BackupError(`A file of the backup is damaged: ${expected}.`));
    },
  });
  source.once('error', (error) => check.destroy(error));
  return source.pipe(check);
}

const contentSchema = z.object({ size: z.number(), sha256: z.string() });

/** The contents of one backup. */
const manifestSchema = z.object({
  /** When the snapshot of the database was taken. */
  created_at: z.string(),
  /** Version of PostgreSQL. */
  postgresql: z.string(),
  /** Names of the executed migrations, in order of execution. */
  migrations: z.array(z.string()),
  /** The rows of each table, as PostgreSQL's `copy` writes them, compressed with gzip. */
  tables: z.array(contentSchema.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  files: z.array(contentSchema.extend({ key: z.string(), etag: z.string() })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The name of a backup, which sorts by time: `2026-11-23T021500Z`. */
export const backupName = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(':', '')}Z`;

/** A backup or restore isn't possible. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
