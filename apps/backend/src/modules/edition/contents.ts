import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { col, Database, statement } from '../../database/index.ts';
import { EDITIONS_PREFIX, Storage } from '../storage/index.ts';

const FIND = statement(
  'edition-find-file',
  `select f.path, encode(f.sha256, 'hex') sha256 from edition_setting s
  join edition_file f on f.edition = s.current and f.path = any($1::text[])
  order by array_position($1::text[], f.path) limit 1`,
  { path: col.text, sha256: col.text },
);
const HASHES = statement('edition-hashes', `select distinct encode(sha256, 'hex') sha256 from edition_file`, {
  sha256: col.text,
});

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  // Compressed already, and a type that is not compressed again.
  bin: 'application/gzip',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  woff2: 'font/woff2',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  avif: 'image/avif',
};

/** The content type of a file of an edition, by its ending. */
export const contentType = (path: string): string =>
  TYPES[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? ''] ?? 'text/plain; charset=utf-8';

const keyOf = (sha256: string) => `${EDITIONS_PREFIX}${sha256.slice(0, 2)}/${sha256}`;

const CACHE_BYTES = 32_000_000;
const MAX_CACHED_BYTES = 500_000;

/** The contents of the files of all editions, each stored once under its hash. */
@Injectable()
export class EditionContents {
  readonly #cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
  ) {}

  /** The file of the current edition at the first of these paths that it has. */
  find(paths: readonly string[]): Promise<{ path: string; sha256: string } | undefined> {
    return this.database.fastPath.row(FIND, [paths]);
  }

  async read(sha256: string): Promise<Buffer | undefined> {
    const cached = this.#cache.get(sha256);
    if (cached) return cached;
    const content = await this.storage.open(keyOf(sha256));
    if (!content) return undefined;
    const data = await buffer(content);
    this.#cache.set(sha256, data);
    return data;
  }

  async put(sha256: string, data: Buffer, type: string): Promise<void> {
    await this.storage.put(keyOf(sha256), data, type);
  }

  /** Hashes of everything that complete editions refer to. */
  async storedHashes(): Promise<Set<string>> {
    return new Set((await this.database.rows(HASHES)).map(({ sha256 }) => sha256));
  }

  /** Removes the files that no edition refers to. */
  async removeUnused(): Promise<void> {
    const used = await this.storedHashes();
    for (let from: string | undefined; ;) {
      const { objects, next } = await this.storage.list(EDITIONS_PREFIX, from === undefined ? {} : { from });
      for (const { key } of objects) if (!used.has(key.slice(key.lastIndexOf('/') + 1))) await this.storage.remove(key);
      if (next === undefined) return;
      from = next;
    }
  }
}
