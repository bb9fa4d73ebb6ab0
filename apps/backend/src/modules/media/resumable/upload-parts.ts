import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../../common/index.ts';
import { Storage, UPLOADS_PREFIX } from '../../storage/index.ts';
import { ContentCheck } from '../intake/content-check.ts';
import { HEAD_BYTES, kindOfHead } from '../intake/file-kind.ts';
import { type ResumableUpload, UploadRepository } from './upload-repository.ts';

/** Half of the memory per upload, and of the most that has to be sent again after a crash. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Limits the number of pieces of an upload. */
const MAX_PIECES = 5000;

/** Files whose checksum is computed while they arrive. */
const MAX_CHECKS = 50;

const LOST = 'Part of the upload was lost. Start it again.';
const IN_PROGRESS = 'This upload is already in progress elsewhere.';

const PART_TYPE = 'application/octet-stream';

/** The file of an upload, on disk or sent to the bucket by browsers. */
export const fileKeyOf = (id: string) => `${UPLOADS_PREFIX}${id}/file`;

/** The id of the upload that a piece belongs to. */
const ownerOf = (key: string) => key.slice(UPLOADS_PREFIX.length).split('/')[0] ?? '';

/** Stores uploads as a file on disk or as pieces in S3, so that any process can continue them. */
@Injectable()
export class UploadParts {
  readonly #storage: Storage;
  readonly #uploads: UploadRepository;
  readonly #checks = new LRUCache<string, ContentCheck>({ max: MAX_CHECKS });

  constructor(storage: Storage, uploads: UploadRepository) {
    this.#storage = storage;
    this.#uploads = uploads;
  }

  /**
   * Appends data to an upload and returns the number of bytes received so far. Data before an interruption is kept.
   * @throws Problem 415 for unsupported types, as soon as the first bytes show it
   */
  async append(upload: ResumableUpload, stream: AsyncIterable<Buffer>): Promise<number> {
    const newBuffer = () => Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(1, upload.size - upload.received)));
    let buffer = newBuffer();
    let other: typeof buffer | undefined;
    let filled = 0;
    let count = upload.pieces.length;
    let { received, received: arrived } = upload;
    /** A piece is stored while the next one arrives. */
    let storing = Promise.resolve(received);
    const storePiece = async () => {
      received = await storing;
      if (filled === 0) return;
      if ((count += 1) > MAX_PIECES)
        throw new Problem(413, 'The file was sent in too many parts. Start the upload again.');
      const piece = buffer.subarray(0, filled);
      if (received === 0 && (filled >= HEAD_BYTES || filled === upload.size)) await this.#checkFileType(upload, piece);
      storing = this.#storePiece(upload, received, piece);
      // Reported by the next piece, or at the end.
      storing.catch(() => undefined);
      [buffer, other] = [other ?? newBuffer(), buffer];
      filled = 0;
    };
    try {
      for await (const chunk of stream) {
        arrived += chunk.length;
        if (arrived > upload.size) throw new Problem(413, 'The file is larger than announced.');
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
      // The connection was lost, if not the storage, which is reported now.
    }
    await storePiece();
    return storing;
  }

  /** The content of the upload. */
  async *bytes({ id, pieces, size }: ResumableUpload): AsyncGenerator<Buffer> {
    let left = size;
    for (const key of pieces.length > 0 ? pieces : [fileKeyOf(id)]) {
      for await (const chunk of (await this.#storage.open(key)) ?? []) {
        left -= (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    }
    if (left !== 0) throw new Problem(410, LOST);
  }

  /**
   * Checks an upload that is in one file. One that was sent to another process, or before a restart, is read again.
   * @throws Problem 410 when the file was lost
   */
  async checkFile(upload: ResumableUpload): Promise<ContentCheck> {
    const { id, size } = upload;
    if ((await this.#storage.stat(fileKeyOf(id)))?.size !== size) throw new Problem(410, LOST);
    const check = this.#checks.get(id);
    return check?.size === size ? check : ContentCheck.of(this.bytes(upload));
  }

  /** Deletes an upload and its pieces. */
  async remove({ id, pieces }: Pick<ResumableUpload, 'id' | 'pieces'>): Promise<void> {
    for (const key of [...pieces, fileKeyOf(id)]) await this.#storage.remove(key);
    await this.#uploads.delete(id);
    this.#checks.delete(id);
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

  async #storePiece(upload: ResumableUpload, received: number, bytes: Buffer): Promise<number> {
    const { writeAt } = this.#storage;
    // An upload that began with pieces continues with pieces.
    if (writeAt && upload.pieces.length === 0) {
      await writeAt(fileKeyOf(upload.id), received, bytes);
      if (!(await this.#uploads.addBytes(upload.id, received, bytes.length))) throw new Problem(409, IN_PROGRESS);
      this.#checkBytes(upload, received, bytes);
      return received + bytes.length;
    }
    const key = `${UPLOADS_PREFIX}${upload.id}/${String(received).padStart(15, '0')}-${randomBytes(6).toString('hex')}`;
    await this.#storage.put(key, bytes, PART_TYPE);
    if (await this.#uploads.addBytes(upload.id, received, bytes.length, key)) return received + bytes.length;
    await this.#storage.remove(key);
    throw new Problem(409, IN_PROGRESS);
  }

  #checkBytes({ id }: ResumableUpload, position: number, bytes: Buffer): void {
    const check = position === 0 ? new ContentCheck() : this.#checks.get(id);
    if (check?.size !== position) return;
    check.pass(bytes);
    this.#checks.set(id, check);
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
