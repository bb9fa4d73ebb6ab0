import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { INCOMING_PREFIX, Storage } from '../../storage/index.ts';
import { type FileKind, HEAD_BYTES, kindOfHead, WholeFile } from './file-kind.ts';

/** A file that has come whole, and lies in storage under a key of its own until it is kept or discarded. */
export interface IncomingFile {
  key: string;
  kind: FileKind;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** Its first bytes. */
  head: Buffer;
}

const UNDECIDED = 'application/octet-stream';

/** The beginning of a stream, at most so many bytes and a chunk, and the stream from there on. */
async function behead(source: AsyncIterable<Buffer>, bytes: number) {
  const chunks: Buffer[] = [];
  const rest = source[Symbol.asyncIterator]();
  for (let size = 0; size < bytes;) {
    const next = await rest.next();
    if (next.done) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  return { head: Buffer.concat(chunks), rest };
}

/** Takes files of unknown size and kind straight to storage, never whole into memory. */
@Injectable()
export class IncomingFiles {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /**
   * Takes a file in. A stream that breaks off, and a file that is refused, leave nothing; a process that is killed meanwhile leaves
   * what the worker cleans away a day later.
   * @throws the 415 of a file that the archive does not take, and whatever the source throws
   */
  async receive(source: AsyncIterable<Buffer>): Promise<IncomingFile> {
    const { head, rest } = await behead(source, HEAD_BYTES);
    try {
      const kind = await kindOfHead(head);
      const whole = new WholeFile(head);
      const key = `${INCOMING_PREFIX}${randomUUID()}`;
      const stored = await this.#storage.put(key, passing(head, rest, whole), kind?.type ?? UNDECIDED);
      if (kind) return { key, head, kind, ...stored };
      return { key, head, kind: await this.#look(key, stored.size, whole), ...stored };
    } finally {
      await rest.return?.();
    }
  }

  /** Removes a file that is not wanted after all. Where that fails, the worker cleans it away. */
  async discard({ key }: IncomingFile): Promise<void> {
    await this.#storage.remove(key).catch(() => undefined);
  }

  /** What `work` returns; the file is discarded when it throws. */
  async discarding<T>(file: IncomingFile, work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      await this.discard(file);
      throw error;
    }
  }

  async #look(key: string, size: number, whole: WholeFile): Promise<FileKind> {
    try {
      return await whole.kind(({ start, end }) => this.#storage.open(key, { start, end: Math.min(end, size - 1) }));
    } catch (error) {
      await this.#storage.remove(key).catch(() => undefined);
      throw error;
    }
  }
}

function passing(head: Buffer, rest: AsyncIterator<Buffer>, whole: WholeFile): Readable {
  const chunks = async function* () {
    whole.pass(head);
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      whole.pass(next.value);
      yield next.value;
    }
  };
  return Readable.from(chunks(), { objectMode: false });
}
