import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../../common/index.ts';
import { Storage } from '../../storage/index.ts';
import { ContentCheck } from '../intake/content-check.ts';
import { isDirect, partKeyOf, partSize, pieceKeysOf, storedSizes } from './upload-pieces.ts';
import type { DirectFileUpload, ResumableUpload } from './upload-repository.ts';

/** Maximum number of files whose checksums are computed while they arrive. */
const MAX_CHECKS = 50;

const LOST = 'Part of the upload was lost. Start it again.';

type DirectUpload = ResumableUpload & DirectFileUpload;

/** Computes the checksums and types of uploads while they arrive in this process. */
@Injectable()
export class UploadChecks {
  readonly #checks = new LRUCache<string, ContentCheck>({ max: MAX_CHECKS });
  /** The latest task of each upload. Tasks of one upload run one at a time. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(private readonly storage: Storage) {}

  /** Adds bytes that were stored at a position. Ignores them unless this process has checked everything before them. */
  pass(id: string, position: number, bytes: Buffer): void {
    const check = position === 0 ? new ContentCheck() : this.#checks.get(id);
    if (check?.size !== position) return;
    check.pass(bytes);
    this.#checks.set(id, check);
  }

  /** Starts to read the parts that have arrived in the bucket, unless a read is already running. `complete` reports the errors. */
  start(upload: DirectUpload): void {
    if (!this.#running.has(upload.id)) this.#enqueue(upload.id, () => this.#readParts(upload)).catch(() => undefined);
  }

  /**
   * Returns the check of a complete upload. Reads the bytes from storage if another process received them, or this process before a
   * restart.
   * @throws Problem 409 if parts are missing, 410 if stored data was lost or changed during the upload
   */
  complete(upload: ResumableUpload): Promise<ContentCheck> {
    return this.#enqueue(upload.id, async () => {
      const { id, size } = upload;
      const sizes = await storedSizes(this.storage, id);
      const stored = pieceKeysOf(upload).reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0);
      if (stored !== size) throw isDirect(upload) ? incomplete() : new Problem(410, LOST);
      if (isDirect(upload)) await this.#readParts(upload);
      else if (this.#checks.get(id)?.size !== size) this.#checks.set(id, await ContentCheck.of(this.#bytes(upload)));
      const check = this.#checks.get(id);
      if (check?.size !== size) throw incomplete();
      return check;
    });
  }

  forget(id: string): void {
    this.#checks.delete(id);
  }

  /** Reads the parts that weren't checked yet, up to the first missing one. */
  async #readParts(upload: DirectUpload): Promise<void> {
    const { id, size, part_bytes: bytes } = upload;
    const check = this.#checks.get(id) ?? new ContentCheck();
    this.#checks.set(id, check);
    const buffer = Buffer.allocUnsafeSlow(Math.min(bytes, size));
    for (let number = Math.floor(check.size / bytes) + 1; check.size < size; number += 1) {
      const part = await this.#readPart(upload, number, buffer);
      if (!part) return;
      check.pass(part);
    }
  }

  /**
   * Reads a part into the buffer and verifies the sender's checksum, because not all S3-compatible servers do that.
   * An interrupted read doesn't change the check of the file.
   */
  async #readPart(upload: DirectUpload, number: number, buffer: Buffer): Promise<Buffer | undefined> {
    const content = await this.storage.open(partKeyOf(upload.id, number));
    if (!content) return undefined;
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (size + chunk.length > buffer.length) throw damaged();
      buffer.set(chunk, size);
      size += chunk.length;
    }
    const part = buffer.subarray(0, size);
    if (size !== partSize(upload, number) || hash('sha256', part, 'base64') !== upload.part_hashes[number])
      throw damaged();
    return part;
  }

  async *#bytes(upload: ResumableUpload): AsyncGenerator<Buffer> {
    for (const key of pieceKeysOf(upload)) {
      const content = await this.storage.open(key);
      if (!content) throw new Problem(410, LOST);
      yield* content as AsyncIterable<Buffer>;
    }
  }

  #enqueue<T>(id: string, work: () => Promise<T>): Promise<T> {
    const earlier = this.#running.get(id) ?? Promise.resolve();
    const running = earlier.then(work, work).finally(() => {
      if (this.#running.get(id) === running) this.#running.delete(id);
    });
    this.#running.set(id, running);
    return running;
  }
}

const damaged = () => new Problem(410, 'The file was damaged during the upload. Upload it again.');
const incomplete = () => new Problem(409, 'The upload isn’t complete yet.');
