import { mediaOperations } from '@archive/contracts';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { Contract, type OperationInput, Problem, expectVersion, notFound } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Database, type RowOf, type StatementExecutor, col, statement } from '../../../database/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import {
  type FilesOfDeleted,
  changeRecords,
  deleteMedia,
  detachMedia,
  removeFilesFromTrash,
} from '../../records/index.ts';
import { FileLeases, Storage, isStorageKey } from '../../storage/index.ts';

const FILE = /^(?:https?:\/\/[^/?#]+)?\/media-files\/([^?#]+)/;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** Parses URLs of library files: absolute or relative `/media-files/…`, or `s3://` URLs of the bucket. */
@Injectable()
export class MediaUrls {
  readonly #bucket: string | undefined;

  constructor(@Inject(CONFIG) config: Config) {
    this.#bucket = config.s3?.bucket;
  }

  /** @throws Problem 403 for a URL outside the library */
  keyOf(url: string): string {
    const key = this.#pathOf(url);
    if (isStorageKey(key) && !key.startsWith('_')) return key;
    throw new Problem(403, 'One of the addresses isn’t in the media library.');
  }

  #pathOf(url: string): string {
    const bucket = `s3://${this.#bucket}/`;
    if (this.#bucket !== undefined && url.startsWith(bucket)) return url.slice(bucket.length);
    return decodePath(FILE.exec(url)?.[1] ?? '');
  }
}

const FIND = statement('media-removal-find', 'select id, version, storage_key from media where slug = $1 for update', {
  id: col.int,
  version: col.int,
  storage_key: col.text.nullable(),
});
const STORAGE_KEY_COLUMN = {
  storage_key: col.text,
};
type StorageKeyRow = RowOf<typeof STORAGE_KEY_COLUMN>;

const DERIVATIVES = statement(
  'media-removal-derivatives',
  'select storage_key from derivative where media_id = $1 and storage_key is not null',
  STORAGE_KEY_COLUMN,
);

const RECORD_OF_FILE = statement(
  'media-record-of-file',
  'select slug, title from media where storage_key = any($1) order by slug limit 1',
  { slug: col.text, title: col.text },
);

/** Previews of records that were deleted without their file. Once the file is deleted, the record can't be restored. */
const ORPHANED_DERIVATIVES = statement(
  'media-files-derivatives',
  `
  select derivative ->> 'storage_key' storage_key
  from history h cross join jsonb_array_elements(h.before -> 'keys' -> 'derivatives') derivative
  where h.kind = 'media' and h.action = 'delete' and h.before -> 'keys' -> 'file' ->> 'storage_key' = any($1)
    and derivative ->> 'storage_key' is not null and not is_known_file(derivative ->> 'storage_key')`,
  STORAGE_KEY_COLUMN,
);

const BATCH_SIZE = 16;

interface Removal extends Pick<WriteRequest, 'changedBy' | 'expected'> {
  files: FilesOfDeleted;
}

/** Deletes media records and files. Files are deleted through the queue, and only when no record uses them. */
@Injectable()
export class MediaRemoval {
  readonly #urls: MediaUrls;

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    addresses: MediaUrls,
  ) {
    this.#urls = addresses;
  }

  /** Deletes a record and detaches it from all voyages and albums. */
  remove(slug: string, { files, ...write }: Removal): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const media = await executor.row(FIND, [slug]);
      if (!media) throw notFound('Media not found in database.');
      const { id, version, storage_key } = media;
      expectVersion(write.expected, `${id}.${version}`, 'media record');
      await changes.takeSnapshots('media', [id], { deleting: true });
      await detachMedia(changes, [id], 'everything');
      const derivatives = await executor.rows(DERIVATIVES, [id]);
      await deleteMedia(changes, [id], files);
      if (files === 'delete')
        await this.leases.scheduleDeletion(executor, [...keysOf(derivatives), ...(storage_key ? [storage_key] : [])]);
    });
  }

  /**
   * Deletes either all or none of the unrecorded files. Returns their number.
   * @throws Problem 403 for a URL outside the library, and 409 for a file with a record
   */
  async removeFiles(urls: readonly string[]): Promise<number> {
    const keys = [...new Set(urls.map((url) => this.#urls.keyOf(url)))];
    await rejectRecorded(this.database, keys);
    const existing = await this.#existingFiles(keys);
    await this.database.transaction(async (executor) => {
      await rejectRecorded(executor, existing);
      await removeFilesFromTrash(executor, existing);
      const derivatives = await executor.rows(ORPHANED_DERIVATIVES, [existing]);
      await this.leases.scheduleDeletion(executor, [...existing, ...keysOf(derivatives)]);
    });
    return existing.length;
  }

  async #existingFiles(keys: readonly string[]): Promise<string[]> {
    const existing: string[] = [];
    for (let index = 0; index < keys.length; index += BATCH_SIZE) {
      const batch = keys.slice(index, index + BATCH_SIZE);
      const objects = await Promise.all(
        batch.map(async (key) => !(await this.leases.isHidden(key)) && (await this.storage.stat(key)) !== undefined),
      );
      existing.push(...batch.filter((_, index) => objects[index]));
    }
    return existing;
  }
}

const keysOf = (rows: readonly StorageKeyRow[]) => rows.map(({ storage_key }) => storage_key);

async function rejectRecorded(executor: StatementExecutor, keys: readonly string[]): Promise<void> {
  const row = await executor.row(RECORD_OF_FILE, [keys]);
  if (!row) return;
  throw new Problem(409, `One of the files belongs to the media record “${row.title}”. Delete that record instead.`, {
    members: { media_slug: row.slug },
  });
}

@Controller()
export class MediaRemovalController {
  constructor(private readonly removal: MediaRemoval) {}

  @Contract(mediaOperations.remove)
  remove({ params, query }: OperationInput<typeof mediaOperations.remove>, @Write() write: WriteRequest) {
    return this.removal.remove(params.media_slug, {
      ...write,
      files: query.delete_from_s3 ? 'delete' : 'trash',
    });
  }

  @Contract(mediaOperations.removeFiles)
  async removeFiles({ body }: OperationInput<typeof mediaOperations.removeFiles>) {
    return { deleted_count: await this.removal.removeFiles(body.urls) };
  }
}
