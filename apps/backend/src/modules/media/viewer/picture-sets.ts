import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RandomAccessReader, type ZipFile, fromRandomAccessReader } from 'yauzl';
import { DERIVATIVES_PREFIX, FileLeases, Storage, isStorageKey } from '../../storage/index.ts';

const LOCAL_HEADER_BYTES = 30;
const NAME_LENGTH = 26;
const EXTRA_LENGTH = 28;
/** Maximum length of an entry's extra fields. The ZIP files that this application writes have 9 bytes. */
const MAX_EXTRA_BYTES = 64;
const STORED = 0;
/** Maximum number of cached index entries, for all ZIP archives together. */
const MAX_CACHED_ENTRIES = 100_000;
const MAX_ENTRIES = 50_000;
const MAX_ENTRY_BYTES = 32 * 1024 * 1024;

interface EntryLocation {
  offset: number;
  /** Length of the name in the local header, in bytes. */
  nameLength: number;
  size: number;
}
type Index = ReadonlyMap<string, EntryLocation>;

const SET_ENTRY = new RegExp(`^(${DERIVATIVES_PREFIX}[^/]+/(?:tiles|pages)\\.zip)/(.+)$`);

/** The ZIP archive and the entry that a URL path below `/media-files/` names; undefined for other files. */
export function setEntryOf(path: string): { key: string; entry: string } | undefined {
  const match = SET_ENTRY.exec(path);
  return match?.[1] && match[2] ? { key: match[1], entry: match[2] } : undefined;
}

class StoredReader extends RandomAccessReader {
  readonly #storage: Storage;
  readonly #key: string;

  constructor(storage: Storage, key: string) {
    super();
    this.#storage = storage;
    this.#key = key;
  }

  override _readStreamForRange(start: number, end: number): PassThrough {
    const output = new PassThrough();
    this.#storage
      .open(this.#key, { start, end: end - 1 })
      .then(async (stream) => {
        if (!stream) throw new Error('The archive is missing');
        await pipeline(stream, output);
      })
      .catch((error: unknown) => output.destroy(error as Error));
    return output;
  }
}

const zipOf = (reader: RandomAccessReader, size: number) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromRandomAccessReader(reader, size, { autoClose: false, lazyEntries: true }, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });

async function indexOf(reader: RandomAccessReader, size: number): Promise<Index> {
  const zip = await zipOf(reader, size);
  if (zip.entryCount > MAX_ENTRIES) throw new Error('The archive has too many entries');
  return new Promise((resolve, reject) => {
    const index = new Map<string, EntryLocation>();
    zip.on('entry', (entry) => {
      if (entry.compressionMethod === STORED && entry.compressedSize <= MAX_ENTRY_BYTES)
        index.set(entry.fileName, {
          offset: entry.relativeOffsetOfLocalHeader,
          nameLength: entry.fileNameLength,
          size: entry.compressedSize,
        });
      zip.readEntry();
    });
    zip.on('end', () => resolve(index));
    zip.on('error', reject);
    zip.readEntry();
  });
}

/**
 * Reads pictures from the ZIP archives of tiles and pages. Each read is one range request without decompression. The archives never
 * change, so their indexes are cached.
 */
@Injectable()
export class PictureSets {
  readonly #indexes = new LRUCache<string, Index>({
    maxSize: MAX_CACHED_ENTRIES,
    sizeCalculation: (index) => index.size + 1,
  });

  constructor(private readonly storage: Storage) {}

  /** Undefined if there is no such archive or entry. */
  async read(key: string, entry: string): Promise<Buffer | undefined> {
    const index = this.#indexes.get(key) ?? (await this.#open(key));
    const location = index?.get(entry);
    if (!location) return undefined;
    const { offset, nameLength, size } = location;
    // Reads more than the entry, because the length of its extra fields isn't known yet. The next entry or the directory follows it.
    const end = offset + LOCAL_HEADER_BYTES + nameLength + MAX_EXTRA_BYTES + size - 1;
    const stream = await this.storage.open(key, { start: offset, end });
    if (!stream) return undefined;
    const bytes = await buffer(stream);
    const start = LOCAL_HEADER_BYTES + bytes.readUInt16LE(NAME_LENGTH) + bytes.readUInt16LE(EXTRA_LENGTH);
    return bytes.subarray(start, start + size);
  }

  async #open(key: string): Promise<Index | undefined> {
    const object = await this.storage.stat(key);
    if (!object) return undefined;
    const index = await indexOf(new StoredReader(this.storage, key), object.size);
    this.#indexes.set(key, index);
    return index;
  }
}

export const MEDIA_FILES = '/media-files/';
const PARALLEL = 8;

/** Reads previews, tiles and pages by the URLs that `/media-files/` serves them at. */
@Injectable()
export class PictureFiles {
  constructor(
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly sets: PictureSets,
  ) {}

  /** Returns the files in the order of `urls`; undefined if one is missing or about to be deleted. */
  async read(urls: readonly string[]): Promise<Buffer[] | undefined> {
    const locations = urls.map(locationOf);
    for (const key of new Set(locations.map((location) => location.key)))
      if (!isStorageKey(key) || (await this.leases.isHidden(key))) return undefined;
    const pictures: Buffer[] = [];
    for (let start = 0; start < locations.length; start += PARALLEL) {
      const batch = await Promise.all(
        locations.slice(start, start + PARALLEL).map((location) => this.#readLocation(location)),
      );
      for (const picture of batch) {
        if (!picture) return undefined;
        pictures.push(picture);
      }
    }
    return pictures;
  }

  async #readLocation({ key, entry }: FileLocation): Promise<Buffer | undefined> {
    if (entry !== undefined) return this.sets.read(key, entry);
    const stream = await this.storage.open(key);
    return stream && buffer(stream);
  }
}

interface FileLocation {
  key: string;
  /** Name of the entry in the ZIP archive of tiles or pages. */
  entry?: string;
}

function locationOf(url: string): FileLocation {
  const path = url.slice(MEDIA_FILES.length);
  return setEntryOf(path) ?? { key: path };
}
