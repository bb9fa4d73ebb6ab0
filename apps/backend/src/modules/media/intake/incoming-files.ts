import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { INCOMING_PREFIX, Storage } from '../../storage/index.ts';
import type { ContentCheck } from './content-check.ts';
import { type FileKind, HEAD_BYTES, kindOfHead, ContentInspector } from './file-kind.ts';

/** A received file under temporary keys, until it is saved or discarded. */
export interface IncomingFile {
  /** Storage keys of the pieces of the file, in order. Most files are a single piece. */
  keys: readonly string[];
  kind: FileKind;
  /** Size in bytes. */
  size: number;
  sha256: Buffer;
  /** Retained for another attempt until its upload is deleted. */
  staysUntilSaved?: boolean;
}

const UNKNOWN_TYPE = 'application/octet-stream';

/** Splits a stream into its first chunks (at least `bytes` bytes, unless it is shorter) and the rest. */
async function splitHead(source: AsyncIterable<Buffer>, bytes: number) {
  const chunks: Buffer[] = [];
  const remainder = source[Symbol.asyncIterator]();
  for (let size = 0; size < bytes;) {
    const next = await remainder.next();
    if (next.done) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  return { head: Buffer.concat(chunks), rest: remainder };
}

/** Streams files of unknown size and type to storage without holding them in memory. */
@Injectable()
export class IncomingFiles {
  constructor(private readonly storage: Storage) {}

  /**
   * Stores a file under a temporary key. Removes the file if it is interrupted or rejected; if the process is killed, the worker removes
   * the file a day later.
   * @throws Problem 415 for unsupported types, and any error of the source
   */
  async receive(source: AsyncIterable<Buffer>): Promise<IncomingFile> {
    const { head, rest } = await splitHead(source, HEAD_BYTES);
    try {
      const kind = await kindOfHead(head);
      const inspector = new ContentInspector(head);
      const key = `${INCOMING_PREFIX}${randomUUID()}`;
      const stored = await this.storage.put(key, inspectedStream(head, rest, inspector), kind?.type ?? UNKNOWN_TYPE);
      if (kind) return { keys: [key], kind, ...stored };
      return { keys: [key], kind: await this.#detectKind(key, inspector), ...stored };
    } finally {
      await rest.return?.();
    }
  }

  /**
   * Accepts a file whose pieces are already in storage, after `check` has received all of its content.
   * @throws Problem 415 for unsupported types
   */
  async accept(keys: readonly string[], check: ContentCheck): Promise<IncomingFile> {
    const { size, sha256 } = check;
    const kind = await check.kind(this.storage, keys);
    return { keys, kind, size, sha256, staysUntilSaved: true };
  }

  /** Removes a temporary file. If that fails, the worker removes it later. */
  async discard({ keys, staysUntilSaved }: IncomingFile): Promise<void> {
    if (staysUntilSaved) return;
    for (const key of keys) await this.storage.remove(key).catch(() => undefined);
  }

  /** Returns the result of `work`; discards the file if it throws. */
  async discardOnError<T>(file: IncomingFile, work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      await this.discard(file);
      throw error;
    }
  }

  async #detectKind(key: string, inspector: ContentInspector): Promise<FileKind> {
    try {
      return await inspector.kind(this.storage, [key]);
    } catch (error) {
      await this.storage.remove(key).catch(() => undefined);
      throw error;
    }
  }
}

function inspectedStream(head: Buffer, remainder: AsyncIterator<Buffer>, inspector: ContentInspector): Readable {
  const chunks = async function* () {
    inspector.pass(head);
    yield head;
    for (let next = await remainder.next(); !next.done; next = await remainder.next()) {
      inspector.pass(next.value);
      yield next.value;
    }
  };
  return Readable.from(chunks(), { objectMode: false });
}
