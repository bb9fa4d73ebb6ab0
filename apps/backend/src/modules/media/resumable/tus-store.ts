import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { Problem } from '../../../common/index.ts';
import type { DiskSpace } from '../../storage/index.ts';
import type { UploadParts } from './upload-parts.ts';
import { AHEAD_BYTES, type ResumableUpload, UPLOAD_HOURS, type UploadRepository } from './upload-repository.ts';

const HOUR_MS = 3_600_000;

/** A tus data store for the uploads of one user. Uploads of other users are not found. */
export class TusStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  readonly #uploads: UploadRepository;
  readonly #parts: UploadParts;
  readonly #disk: DiskSpace;
  readonly #username: string;
  readonly #content: Readable;

  /** `content` is the body of the request. */
  constructor(uploads: UploadRepository, parts: UploadParts, disk: DiskSpace, username: string, content: Readable) {
    super();
    this.#uploads = uploads;
    this.#parts = parts;
    this.#disk = disk;
    this.#username = username;
    this.#content = content;
  }

  override async create(upload: Upload): Promise<Upload> {
    const size = upload.size ?? 0;
    const release = await this.#disk.claim(Math.min(size, AHEAD_BYTES));
    try {
      await this.#disk.requireRoom(size);
      await this.#uploads.start(upload.id, this.#username, size);
    } finally {
      // Once the row exists, it reserves the disk space.
      release();
    }
    upload.creation_date = new Date().toISOString();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, created_at } = await this.#requireUpload(id);
    return new Upload({ id, size, offset: received, creation_date: created_at });
  }

  override async write(emptyStream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#requireUpload(id);
    if (upload.received !== offset) throw new Problem(409, 'This upload is already in progress elsewhere.');
    await this.#disk.requireReserve();
    await this.#uploads.touch(id);
    emptyStream.resume();
    // Keeps the request open after an error, so that the sender receives the response.
    return this.#parts.append(upload, this.#content.iterator({ destroyOnReturn: false }));
  }

  override async remove(id: string): Promise<void> {
    await this.#parts.remove(await this.#requireUpload(id));
  }

  override getExpiration(): number {
    return UPLOAD_HOURS * HOUR_MS;
  }

  async #requireUpload(id: string): Promise<ResumableUpload> {
    const upload = await this.#uploads.find(id, this.#username);
    if (!upload) throw new Problem(404, 'This upload has expired. Start it again.');
    return upload;
  }
}
