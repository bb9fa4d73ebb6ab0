import { Readable } from 'node:stream';
import { type Metrics, withSpan } from '../../common/index.ts';
import { UnavailableError } from '../../database/index.ts';

export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  lastModified: Date;
  /** Strong entity tag, including the quotes. */
  etag: string;
}

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface WriteResult {
  /** Bytes written. */
  size: number;
  sha256: Buffer;
}

export interface Listing {
  objects: StoredObject[];
  /** Keys of the direct subfolders of the prefix, up to the next slash; empty unless `folders` is set. */
  folders: string[];
  /** Pass as `from` to get the next page; undefined on the last page. */
  next: string | undefined;
}

export interface ListOptions {
  /** Whether to return direct subfolders instead of their contents. */
  folders?: boolean;
  /** The `next` of the previous page. */
  from?: string;
  /** Maximum entries per page, 1000 by default. A store may return fewer. */
  limit?: number;
}

export type Body = Readable | Uint8Array;

/** How a browser handles a linked file. */
export interface LinkOptions {
  /** Content type. */
  type: string;
  /** `Content-Disposition`. */
  disposition: string;
}

/** The content that a client is about to send. */
export interface ExpectedContent {
  /** Bytes. */
  size: number;
  /** SHA-256 hash in Base64. */
  sha256: string;
}

/** The URL that a client sends an object to with `PUT`, and the required headers. */
export interface UploadLink {
  url: string;
  headers: Record<string, string>;
}

/**
 * File storage. Invalid keys (`isStorageKey`) throw a RangeError, missing objects are `undefined`, and an unavailable store throws an
 * `UnavailableError`. Entries are listed by key in UTF-8 byte order.
 */
export abstract class Storage {
  /** Writes an object atomically and replaces an existing one. If the body fails, the existing object stays. */
  abstract put(key: string, body: Body, type: string): Promise<WriteResult>;
  abstract open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  abstract stat(key: string): Promise<StoredObject | undefined>;
  /** One page of the objects that start with the prefix. */
  abstract list(prefix: string, options?: ListOptions): Promise<Listing>;
  /**
   * Joins objects, in this order, into one at a new key, and removes the sources. Sets the content type and replaces an existing object.
   * Returns false and moves nothing if a source doesn't exist.
   */
  abstract move(from: readonly string[], to: string, type: string): Promise<boolean>;
  /** Removes an object. A missing object is not an error. */
  abstract remove(key: string): Promise<void>;
  /** A temporary URL from which anyone can read the object without the archive; undefined if only the archive serves objects. */
  abstract link(key: string, options: LinkOptions): Promise<string | undefined>;
  /**
   * Durably writes bytes at a position of an object. Writing at position 0 creates the object. Undefined if the store only accepts complete
   * objects.
   */
  abstract readonly writeAt: ((key: string, position: number, bytes: Buffer) => Promise<void>) | undefined;
  /** A temporary URL that only accepts an object with this content; undefined if only the archive writes objects. */
  abstract readonly uploadLink: ((key: string, content: ExpectedContent) => Promise<UploadLink>) | undefined;
  /** Removes remnants of writes that were interrupted before `before`. Returns their number. */
  abstract clean(before: Date): Promise<number>;
  /** Rejects while the store can't write. */
  abstract check(): Promise<void>;

  /** A stream of the contents of objects, one after the other. */
  protected concatenate(keys: readonly string[]): Readable {
    const chunks = async function* (this: Storage) {
      for (const key of keys) {
        const content = await this.open(key);
        if (!content) throw new Error(`${key} was removed while it was read`);
        yield* content as AsyncIterable<Buffer>;
      }
    };
    return Readable.from(chunks.call(this), { objectMode: false });
  }
}

/** Wraps storage to trace operations and count their failures. Missing objects and invalid keys are not failures. */
export function observed(storage: Storage, metrics: Metrics): Storage {
  const errors = metrics.counter({
    name: 'storage_errors_total',
    help: 'Failed file storage operations, by operation',
    labelNames: ['operation'],
  });
  return new Proxy(storage, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        try {
          return await withSpan(`storage ${name}`, {}, () => Reflect.apply(member, target, args) as Promise<unknown>);
        } catch (error) {
          if (error instanceof UnavailableError) errors.inc({ operation: name });
          throw error;
        }
      };
    },
  });
}
