import { Injectable } from '@nestjs/common';
import { col, Database, type RowOf, statement } from '../../../database/index.ts';
import { DiskSpace } from '../../storage/index.ts';

/** Uploads expire after this time. */
export const UPLOAD_HOURS = 24;

const START = statement('upload-create', 'insert into media_upload (id, username, size) values ($1, $2, $3)');

const RESUMABLE_UPLOAD = {
  id: col.text,
  /** Total bytes. */
  size: col.int,
  /** Bytes received. */
  received: col.int,
  /** Storage keys of the pieces, in order. None if the bytes are in one file. */
  pieces: col.array(col.text),
  /** ISO 8601. */
  created_at: col.text,
  /** The size of the parts, if browsers send them to the bucket. */
  part_bytes: col.int.nullable(),
  /** SHA-256 in Base64, by part number. */
  part_hashes: col.json<Record<string, string>>(),
};
/** A resumable upload. */
export type ResumableUpload = RowOf<typeof RESUMABLE_UPLOAD>;

/** An upload whose parts browsers send to the bucket. */
export interface DirectFileUpload {
  size: number;
  part_bytes: number;
  part_hashes: Record<string, string>;
}

const START_DIRECT = statement(
  'upload-create-direct',
  'insert into media_upload (id, username, size, part_bytes) values ($1, $2, $3, $4)',
);
const ADD_HASHES = statement(
  'upload-add-hashes',
  'update media_upload set part_hashes = part_hashes || $2::jsonb, updated_at = now() where id = $1',
);

const UPLOAD_OF_USER = statement(
  'upload-of-user',
  `
  select id, size, received, pieces, instant_text(created_at) created_at, part_bytes, part_hashes
  from media_upload
  where id = $1 and username = $2 and created_at > now() - make_interval(hours => ${UPLOAD_HOURS})`,
  RESUMABLE_UPLOAD,
);

const APPEND = statement(
  'upload-append',
  `
  update media_upload set received = received + $3, pieces = pieces || $4::text[], updated_at = now()
  where id = $1 and received = $2 and received + $3 <= size`,
);

const EXPIRED = statement(
  'uploads-expired',
  `
  select id from media_upload where created_at <= $1 order by created_at limit 100`,
  { id: col.text },
);
const NEEDED = statement(
  'uploads-needed-bytes',
  `
  select coalesce(sum(size - received), 0)::bigint bytes from media_upload
  where created_at > now() - make_interval(hours => ${UPLOAD_HOURS}) and part_bytes is null`,
  { bytes: col.int },
);
const DELETE = statement('upload-delete', 'delete from media_upload where id = $1');
const EXISTS = statement('upload-exists', 'select 1 from media_upload where id = $1');

@Injectable()
export class UploadRepository {
  readonly #database: Database;

  constructor(database: Database, disk: DiskSpace) {
    this.#database = database;
    disk.setUploadsLookup(() => this.neededBytes());
  }

  async start(id: string, username: string, size: number): Promise<void> {
    await this.#database.execute(START, [id, username, size]);
  }

  async startDirect(id: string, username: string, size: number, partBytes: number): Promise<void> {
    await this.#database.execute(START_DIRECT, [id, username, size, partBytes]);
  }

  /** Records the checksums of parts that are about to be sent. */
  async addHashes(id: string, hashes: Record<string, string>): Promise<void> {
    await this.#database.execute(ADD_HASHES, [id, JSON.stringify(hashes)]);
  }

  /** An active upload of the user; undefined when it is someone else's, finished or expired. */
  find(id: string, username: string): Promise<ResumableUpload | undefined> {
    return this.#database.row(UPLOAD_OF_USER, [id, username]);
  }

  /** Records received bytes and the key of their piece. Returns false if another request has already continued the upload. */
  async addBytes(id: string, received: number, bytes: number, ...pieces: [] | [key: string]): Promise<boolean> {
    return (await this.#database.execute(APPEND, [id, received, bytes, pieces])) === 1;
  }

  /** Bytes that unfinished uploads still need. */
  async neededBytes(): Promise<number> {
    return (await this.#database.row(NEEDED))?.bytes ?? 0;
  }

  expired(before: Date): Promise<{ id: string }[]> {
    return this.#database.rows(EXPIRED, [before]);
  }

  async exists(id: string): Promise<boolean> {
    return (await this.#database.row(EXISTS, [id])) !== undefined;
  }

  async delete(id: string): Promise<void> {
    await this.#database.execute(DELETE, [id]);
  }
}
