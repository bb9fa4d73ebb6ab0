import { createHash } from 'node:crypto';
import { Problem } from '../../../common/index.ts';
import type { Storage } from '../../storage/index.ts';
import { contentTypeOf } from '../content-types.ts';
import { ContentInspector, type FileKind, HEAD_BYTES, kindOfHead } from './file-kind.ts';

/** Computes the SHA-256 hash of a file and detects its type from chunks that are passed in order. */
export class ContentCheck {
  readonly #hash = createHash('sha256');
  /** The first bytes. */
  #head = Buffer.alloc(0);
  #inspector: ContentInspector | undefined;
  #size = 0;

  /**
   * Reads a file.
   * @throws Problem 415 as soon as the first bytes show an unsupported type, and any error of the source
   */
  static async of(source: AsyncIterable<Buffer>): Promise<ContentCheck> {
    const check = new ContentCheck();
    let isAccepted = false;
    for await (const chunk of source) {
      check.pass(chunk);
      if (isAccepted || check.size < HEAD_BYTES) continue;
      await kindOfHead(check.#head);
      isAccepted = true;
    }
    return check;
  }

  /** Number of bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Hash of the bytes so far. */
  get sha256(): Buffer {
    return this.#hash.copy().digest();
  }

  pass(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#size += chunk.length;
    if (this.#inspector) return this.#inspector.pass(chunk);
    this.#head = Buffer.concat([this.#head, chunk]);
    if (this.#head.length >= HEAD_BYTES) this.#inspect();
    return undefined;
  }

  /**
   * Returns the type after the last chunk. May read the start of the file again from its storage keys, which must be in order.
   * @throws Problem 415 for unsupported types and 422 for an empty file
   */
  async kind(storage: Storage, keys: readonly string[]): Promise<FileKind> {
    const inspector = this.#inspector ?? this.#inspect();
    return (await kindOfHead(this.#head)) ?? inspector.kind(storage, keys);
  }

  #inspect(): ContentInspector {
    const start = this.#head;
    this.#head = Buffer.from(start.subarray(0, HEAD_BYTES));
    this.#inspector = new ContentInspector(this.#head);
    this.#inspector.pass(start);
    return this.#inspector;
  }

  /**
   * Checks that a stored file, of which the chunks were passed, is served as what it is: its type follows from its name.
   * @throws Problem 415 for a file of another type than its name says
   */
  async requireTypeOfName(storage: Storage, key: string): Promise<void> {
    const named = contentTypeOf(key);
    if (!named.inline || named.type.startsWith('text/')) return;
    const { type } = await this.kind(storage, [key]);
    if (type !== named.type) throw new Problem(415, `Its name says that it is ${named.type}, but it is ${type}.`);
  }
}
