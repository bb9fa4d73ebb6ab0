import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Storage, UPLOADS_PREFIX } from '../../storage/index.ts';
import { HEAD_BYTES, kindOfHead } from '../intake/file-kind.ts';
import { type ResumableUpload, UploadRepository } from './upload-repository.ts';

/** Memory per upload, and the most that has to be sent again after a crash. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Limits the number of pieces of an upload. */
const MAX_PIECES = 5000;

const PART_TYPE = 'application/octet-stream';

/** The file of an upload that browsers send to the bucket. */
export const fileKeyOf = (id: string) => `${UPLOADS_PREFIX}${id}/file`;

/** The id of the upload that a piece belongs to. */
const ownerOf = (key: string) => key.slice(UPLOADS_PREFIX.length).split('/')[0] ?? '';

/** Stores uploads as pieces, on disk or in S3, so that any process can continue them. */
@Injectable()
export class UploadParts {
  readonly #storage: Storage;
  readonly #uploads: UploadRepository;

  constructor(storage: Storage, uploads: UploadRepository) {
    this.#storage = storage;
    this.#uploads = uploads;
  }

  /**
   * Appends data to an upload and returns the number of bytes received so far. Data before an interruption is kept.
   * @throws Problem 415 for unsupported types, as soon as the first bytes show it
   */
  async append(upload: ResumableUpload, stream: AsyncIterable<Buffer>): Promise<number> {
    const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(1, upload.size - upload.received)));
    let filled = 0;
    let { received } = upload;
    let count = upload.pieces.length;
    const storePiece = async () => {
      if (filled === 0) return;
      if ((count += 1) > MAX_PIECES)
        throw new Problem(413, 'The file was sent in too many parts. Start the upload again.');
      received = await this.#storePart(upload, received, buffer.subarray(0, filled));
      filled = 0;
    };
    try {
      for await (const chunk of stream) {
        for (let taken = 0; taken < chunk.length;) {
          const end = Math.min(chunk.length, taken + buffer.length - filled);
          buffer.set(chunk.subarray(taken, end), filled);
          filled += end - taken;
          taken = end;
          if (filled === buffer.length) await storePiece();
        }
      }
    } catch (error) {
      if (error instanceof Problem) throw error;
      await storePiece();
      throw error;
    }
    await storePiece();
    return received;
  }

  /** The content of the upload. */
  async *bytes({ pieces }: ResumableUpload): AsyncGenerator<Buffer> {
    for (const key of pieces) {
      const stream = await this.#storage.open(key);
      if (!stream) throw new Problem(410, 'Part of the upload was lost. Start it again.');
      yield* stream as AsyncIterable<Buffer>;
    }
  }

  /** Deletes an upload and its pieces. */
  async remove({ id, pieces }: Pick<ResumableUpload, 'id' | 'pieces'>): Promise<void> {
    for (const key of [...pieces, fileKeyOf(id)]) await this.#storage.remove(key);
    await this.#uploads.delete(id);
  }

  /** Deletes uploads started before `before`, and pieces without an upload. Returns the number of uploads. */
  async expire(before: Date): Promise<number> {
    let removed = 0;
    for (let page = await this.#uploads.expired(before); page.length > 0; page = await this.#uploads.expired(before))
      for (const upload of page) {
        await this.remove(upload);
        removed += 1;
      }
    for (let fromKey: string | undefined, hasMore = true; hasMore; hasMore = fromKey !== undefined) {
      const { objects, next } = await this.#storage.list(UPLOADS_PREFIX, { from: fromKey });
      for (const { key, lastModified } of objects)
        if (lastModified < before && !(await this.#uploads.exists(ownerOf(key)))) await this.#storage.remove(key);
      fromKey = next;
    }
    return removed;
  }

  async #storePart(upload: ResumableUpload, received: number, bytes: Buffer): Promise<number> {
    if (received === 0 && (bytes.length >= HEAD_BYTES || bytes.length === upload.size))
      await this.#checkFileType(upload, bytes);
    const key = `${UPLOADS_PREFIX}${upload.id}/${String(received).padStart(15, '0')}-${randomBytes(6).toString('hex')}`;
    await this.#storage.put(key, bytes, PART_TYPE);
    if (await this.#uploads.addPart(upload.id, received, bytes.length, key)) return received + bytes.length;
    await this.#storage.remove(key);
    throw new Problem(409, 'This upload is already in progress elsewhere.');
  }

  async #checkFileType(upload: ResumableUpload, bytes: Buffer): Promise<void> {
    try {
      await kindOfHead(bytes.subarray(0, HEAD_BYTES));
    } catch (error) {
      await this.remove(upload);
      throw error;
    }
  }
}
