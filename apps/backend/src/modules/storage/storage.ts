import type { Readable } from 'node:stream';

export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  lastModified: Date;
  /** Strong entity tag, in its quotes. */
  etag: string;
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface Stored {
  /** Bytes written. */
  size: number;
  sha256: Buffer;
}

export interface Listing {
  objects: StoredObject[];
  /** Keys up to and with the next slash, for the folders right below the prefix; empty unless `folders` was asked for. */
  folders: string[];
  /** Give it as `from` to go on; undefined at the end. */
  next: string | undefined;
}

export interface ListOptions {
  /** Stop at the next slash and name what lies below as folders. */
  folders?: boolean;
  /** The `next` of the listing before. */
  from?: string;
  /** Most entries of one listing, 1000 unless said. A store may give fewer, and say where it goes on. */
  limit?: number;
}

export type Body = Readable | Uint8Array;

/** How a browser is to take what it reads by a link. */
export interface LinkOptions {
  /** Content type. */
  type: string;
  /** `Content-Disposition`. */
  disposition: string;
}

/**
 * Where files are kept. Keys are those of `isStorageKey`; others throw a RangeError. What is not there is `undefined`, a store
 * that does not answer is an `AwayError`. Entries are listed by key in the order of their UTF-8 bytes.
 */
export abstract class Storage {
  /** Writes an object whole or not at all, replacing what had the key. A body that fails leaves the old one. */
  abstract put(key: string, body: Body, type: string): Promise<Stored>;
  abstract open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  abstract stat(key: string): Promise<StoredObject | undefined>;
  /** One page of what begins with the prefix. */
  abstract list(prefix: string, options?: ListOptions): Promise<Listing>;
  /** Gives an object another key, and its content type, replacing what had that key. False when there is none to move. */
  abstract move(from: string, to: string, type: string): Promise<boolean>;
  /** Removes an object; one that is not there is no error. */
  abstract remove(key: string): Promise<void>;
  /**
   * Address where whoever has it reads the object for some minutes, past the archive; undefined where objects are only read
   * through it.
   */
  abstract link(key: string, options: LinkOptions): Promise<string | undefined>;
  /** Removes what writes that broke off before the given moment have left behind, and answers how many there were. */
  abstract clean(before: Date): Promise<number>;
  /** Rejects while objects cannot be kept. */
  abstract check(): Promise<void>;
}
