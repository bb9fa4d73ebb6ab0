import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Retention } from '../../../queues/index.ts';
import { DiskSpace, Storage, UPLOADS_PREFIX } from '../../storage/index.ts';
import { HEAD_BYTES, kindOfHead } from '../intake/file-kind.ts';
import { UploadChecks } from './upload-checks.ts';
import { fileKeyOf, ownerOf, pieceKeyOf, storedSizes } from './upload-pieces.ts';
import { type ResumableUpload, UPLOAD_HOURS, UploadRepository } from './upload-repository.ts';

/** An upload holds up to two pieces in memory, which must be sent again after a crash. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** Limits the number of pieces of an upload. */
const MAX_PIECES = 5000;

const IN_PROGRESS = 'This upload is already in progress elsewhere.';

const PART_TYPE = 'application/octet-stream';

/** Stores uploads as a file on disk or as pieces in S3, so that any process can continue them. */
@Injectable()
export class UploadParts {
  constructor(
    private readonly storage: Storage,
    private readonly uploads: UploadRepository,
    private readonly checks: UploadChecks,
    private readonly disk: DiskSpace,
  ) {}

  /**
   * Appends data to an upload and returns the number of bytes received so far. Data before an interruption is kept.
   * @throws Problem 415 for unsupported types, as soon as the first bytes show it; 507 when the disk is nearly full. The upload can be
   * continued when there is room.
   */
  async append(upload: ResumableUpload, stream: AsyncIterable<Buffer>): Promise<number> {
    const newBuffer = () => Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, Math.max(1, upload.size - upload.received)));
    let buffer = newBuffer();
    let other: typeof buffer | undefined;
    let filled = 0;
    let count = upload.pieces.length;
    let { received, received: arrived } = upload;
    /** Stores a piece while the next one arrives. */
    let storing = Promise.resolve(received);
    const storePiece = async () => {
      received = await storing;
      if (filled === 0) return;
      if ((count += 1) > MAX_PIECES)
        throw new Problem(413, 'The file was sent in too many parts. Start the upload again.');
      const piece = buffer.subarray(0, filled);
      if (received === 0 && (filled >= HEAD_BYTES || filled === upload.size)) await this.#checkFileType(upload, piece);
      storing = this.#storePiece(upload, received, piece);
      // The error is thrown when the promise is awaited: with the next piece, or at the end.
      storing.catch(() => undefined);
      [buffer, other] = [other ?? newBuffer(), buffer];
      filled = 0;
    };
    try {
      for await (const chunk of stream) {
        arrived += chunk.length;
        if (arrived > upload.size) throw new Problem(413, 'The file is larger than declared.');
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
      // The connection was lost: the received data is stored below. If storage failed instead, the next await throws its error.
    }
    await storePiece();
    return storing;
  }

  /** Deletes an upload and all of its data. */
  async remove({ id }: Pick<ResumableUpload, 'id'>): Promise<void> {
    for (const key of (await storedSizes(this.storage, id)).keys()) await this.storage.remove(key);
    await this.uploads.delete(id);
    this.checks.forget(id);
  }

  /** Deletes uploads started before `before`, and pieces without an upload. Returns the number of uploads. */
  async expire(before: Date): Promise<number> {
    let removed = 0;
    for (let page = await this.uploads.expired(before); page.length > 0; page = await this.uploads.expired(before))
      for (const upload of page) {
        await this.remove(upload);
        removed += 1;
      }
    for (let fromKey: string | undefined, hasMore = true; hasMore; hasMore = fromKey !== undefined) {
      const { objects, next } = await this.storage.list(UPLOADS_PREFIX, { from: fromKey });
      for (const { key, lastModified } of objects)
        if (lastModified < before && !(await this.uploads.exists(ownerOf(key)))) await this.storage.remove(key);
      fromKey = next;
    }
    return removed;
  }

  async #storePiece(upload: ResumableUpload, received: number, bytes: Buffer): Promise<number> {
    const { id, pieces } = upload;
    await this.disk.requireReserve(bytes.length);
    const { writeAt } = this.storage;
    const key = pieceKeyOf(id, received, randomBytes(6).toString('hex'));
    // An upload that was started with pieces continues with pieces.
    const isFile = writeAt !== undefined && pieces.length === 0;
    if (isFile) await writeAt(fileKeyOf(id), received, bytes);
    else await this.storage.put(key, bytes, PART_TYPE);
    if (await this.uploads.addBytes(id, received, bytes.length, ...(isFile ? [] : ([key] as const)))) {
      this.checks.pass(id, received, bytes);
      return received + bytes.length;
    }
    if (!isFile) await this.storage.remove(key);
    throw new Problem(409, IN_PROGRESS);
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

const HOUR_MS = 3_600_000;

/** Deletes expired uploads in the worker. */
@Injectable()
export class ExpiredUploads {
  constructor(parts: UploadParts, retention: Retention) {
    retention.enforce('uploads', () => parts.expire(new Date(Date.now() - UPLOAD_HOURS * HOUR_MS)));
  }
}
