import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/index.ts';

/** An upload that may break off and go on. */
export interface ResumableUpload {
  id: string;
  /** Bytes in all. */
  size: number;
  /** Bytes that have come. */
  received: number;
  /** Keys of the pieces in storage, in their order. */
  pieces: string[];
  /** ISO 8601. */
  created_at: string;
}

/** Whoever began an upload has this long to bring it to its end. */
export const UPLOAD_HOURS = 24;

const MINE = `
  select id, size, received, pieces, instant_text(created_at) created_at from media_upload
  where id = $1 and username = $2 and created_at > now() - make_interval(hours => ${UPLOAD_HOURS})`;

const GROW = `
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
    await this.#database.change('upload-begin', sql, [id, username, size]);
  }

  /** An upload of that person; undefined where it is another's, over, or too old. */
  find(id: string, username: string): Promise<ResumableUpload | undefined> {
    return this.#database.row<ResumableUpload>('upload-mine', MINE, [id, username]);
  }

  /** Adds a piece behind what has come; false when somebody else has gone on meanwhile. */
  async grow(id: string, received: number, bytes: number, key: string): Promise<boolean> {
    return (await this.#database.change('upload-grow', GROW, [id, received, bytes, key])) === 1;
  }

  expired(before: Date): Promise<{ id: string; pieces: string[] }[]> {
    return this.#database.rows<{ id: string; pieces: string[] }>('uploads-expired', EXPIRED, [before]);
  }

  async exists(id: string): Promise<boolean> {
    return (await this.#database.row('upload-exists', 'select 1 from media_upload where id = $1', [id])) !== undefined;
  }

  async forget(id: string): Promise<void> {
    await this.#database.change('upload-forget', 'delete from media_upload where id = $1', [id]);
  }
}
