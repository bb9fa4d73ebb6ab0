import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/index.ts';

/** A resumable upload. */
export interface ResumableUpload {
  id: string;
  /** Total bytes. */
  size: number;
  /** Bytes received. */
  received: number;
  /** Storage keys of the pieces, in order. */
  pieces: string[];
  /** ISO 8601. */
  created_at: string;
}

/** Uploads expire after this time. */
export const UPLOAD_HOURS = 24;

const OF_USER = `
  select id, size, received, pieces, instant_text(created_at) created_at from media_upload
  where id = $1 and username = $2 and created_at > now() - make_interval(hours => ${UPLOAD_HOURS})`;

const APPEND = `
  update media_upload set received = received + $3, pieces = pieces || $4::text, updated_at = now()
  where id = $1 and received = $2 and received + $3 <= size`;

const EXPIRED = `
  select id, pieces from media_upload where created_at <= $1 order by created_at limit 100`;

@Injectable()
export class UploadRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async begin(id: string, username: string, size: number): Promise<void> {
    const sql = 'insert into media_upload (id, username, size) values ($1, $2, $3)';
    await this.#database.execute('upload-create', sql, [id, username, size]);
  }

  /** An active upload of the user; undefined when it is someone else's, finished or expired. */
  find(id: string, username: string): Promise<ResumableUpload | undefined> {
    return this.#database.row<ResumableUpload>('upload-of-user', OF_USER, [id, username]);
  }

  /** Appends a piece. Returns false when another request has already continued the upload. */
  async grow(id: string, received: number, bytes: number, key: string): Promise<boolean> {
    return (await this.#database.execute('upload-append', APPEND, [id, received, bytes, key])) === 1;
  }

  expired(before: Date): Promise<{ id: string; pieces: string[] }[]> {
    return this.#database.rows<{ id: string; pieces: string[] }>('uploads-expired', EXPIRED, [before]);
  }

  async exists(id: string): Promise<boolean> {
    return (await this.#database.row('upload-exists', 'select 1 from media_upload where id = $1', [id])) !== undefined;
  }

  async forget(id: string): Promise<void> {
    await this.#database.execute('upload-delete', 'delete from media_upload where id = $1', [id]);
  }
}
