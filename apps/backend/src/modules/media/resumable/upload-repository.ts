import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Database, type RowOf, col, statement } from '../../../database/index.ts';
import { DiskSpace } from '../../storage/index.ts';

/** Uploads expire after this time. */
export const UPLOAD_HOURS = 24;

/** An upload that has sent nothing no longer counts after this time, and is deleted an hour later. */
const EMPTY_MINUTES = 15;

/** Disk space that is reserved for each upload: what it may send before the free space is checked again. */
export const AHEAD_BYTES = 8 * 1024 * 1024;

/** Maximum number of open uploads of one user, and of all. Pages and the command line send three files at a time. */
const MAX_OPEN = { user: 100, all: 300 };

const IS_EMPTY = `(received = 0 and part_hashes = '{}'::jsonb)`;
const IS_OPEN = `
  created_at > now() - make_interval(hours => ${UPLOAD_HOURS})
  and not (${IS_EMPTY} and updated_at <= now() - make_interval(mins => ${EMPTY_MINUTES}))`;

/** So that concurrent requests can't start more than `MAX_OPEN` together. */
const LOCK = statement('upload-create-lock', `select pg_advisory_xact_lock(hashtextextended('open uploads', 0))`);

const START = statement(
  'upload-create',
  `
  insert into media_upload (id, username, size, part_bytes)
  select $1, $2, $3, $4
  from (select count(*) total, count(*) filter (where username = $2) own from media_upload where ${IS_OPEN}) open
  where own < ${MAX_OPEN.user} and total < ${MAX_OPEN.all}`,
);

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

const ADD_HASHES = statement(
  'upload-add-hashes',
  'update media_upload set part_hashes = part_hashes || $2::jsonb, updated_at = now() where id = $1',
);

const TOUCH = statement('upload-touch', 'update media_upload set updated_at = now() where id = $1');

const TOO_MANY = `Too many uploads are open. Wait until some are finished. Uploads that have sent nothing end after ${EMPTY_MINUTES} minutes, unfinished ones after a day.`;

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
  select id from media_upload
  where created_at <= $1 or (${IS_EMPTY} and updated_at <= now() - make_interval(mins => ${EMPTY_MINUTES}, hours => 1))
  order by created_at limit 100`,
  { id: col.text },
);
const NEEDED = statement(
  'uploads-needed-bytes',
  `
  select coalesce(sum(least(size - received, ${AHEAD_BYTES})), 0)::bigint bytes from media_upload
  where ${IS_OPEN} and part_bytes is null`,
  { bytes: col.int },
);
const DELETE = statement('upload-delete', 'delete from media_upload where id = $1');
const EXISTS = statement('upload-exists', 'select 1 from media_upload where id = $1');

@Injectable()
export class UploadRepository {
  constructor(
    private readonly database: Database,
    disk: DiskSpace,
  ) {
    disk.setUploadsLookup(() => this.neededBytes());
  }

  /**
   * @param partBytes the size of the parts, if the browser sends them to the bucket
   * @throws Problem 429 for too many open uploads
   */
  async start(id: string, username: string, size: number, partBytes: number | null = null): Promise<void> {
    const isStarted = await this.database.transaction(async (executor) => {
      await executor.execute(LOCK);
      return (await executor.execute(START, [id, username, size, partBytes])) === 1;
    });
    if (!isStarted) throw new Problem(429, TOO_MANY, { headers: { 'retry-after': '30' } });
  }

  /** Notes that an upload is being continued. */
  async touch(id: string): Promise<void> {
    await this.database.execute(TOUCH, [id]);
  }

  /** Records the checksums of parts that are about to be sent. */
  async addHashes(id: string, hashes: Record<string, string>): Promise<void> {
    await this.database.execute(ADD_HASHES, [id, JSON.stringify(hashes)]);
  }

  /** An active upload of the user; undefined when it is someone else's, finished or expired. */
  find(id: string, username: string): Promise<ResumableUpload | undefined> {
    return this.database.row(UPLOAD_OF_USER, [id, username]);
  }

  /** Records received bytes and the key of their piece. Returns false if another request has already continued the upload. */
  async addBytes(id: string, received: number, bytes: number, ...pieces: [] | [key: string]): Promise<boolean> {
    return (await this.database.execute(APPEND, [id, received, bytes, pieces])) === 1;
  }

  /** Bytes that are reserved for unfinished uploads: what they may send before the free space is checked again. */
  async neededBytes(): Promise<number> {
    return (await this.database.row(NEEDED))?.bytes ?? 0;
  }

  expired(before: Date): Promise<{ id: string }[]> {
    return this.database.rows(EXPIRED, [before]);
  }

  async exists(id: string): Promise<boolean> {
    return (await this.database.row(EXISTS, [id])) !== undefined;
  }

  async delete(id: string): Promise<void> {
    await this.database.execute(DELETE, [id]);
  }
}
