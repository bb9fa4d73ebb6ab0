import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { assertStorageKey, isStorageKey } from './storage-key.ts';
import type { ListOptions, Listing, StoredObject } from './storage.ts';

interface Entry {
  /** The key of an object, or of a folder, which ends with a slash. */
  key: string;
  file: string;
  isFolder: boolean;
}

/** Keys with surrogates need a byte comparison, because UTF-16 and UTF-8 sort them differently. */
const SURROGATE = /[\ud800-\udfff]/;

/** Compares keys by their UTF-8 bytes. String comparison gives the same order for keys without surrogates. */
function compareKeys(a: string, b: string): number {
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

const byBytes = (a: Entry, b: Entry) => compareKeys(a.key, b.key);

/** Number of concurrent `stat` calls. */
const BATCH_SIZE = 64;

async function namesIn(directory: string): Promise<Dirent[]> {
  return readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** The direct entries of a folder (`''` or a key that ends with a slash), sorted by key. */
async function entriesOf(root: string, folder: string): Promise<Entry[]> {
  const directory = folder === '' ? root : pathOf(root, folder.slice(0, -1));
  const entries = (await namesIn(directory)).flatMap((entry): Entry[] => {
    if (entry.name.startsWith('.') || !(entry.isFile() || entry.isDirectory())) return [];
    const key = folder + decodeSegment(entry.name) + (entry.isDirectory() ? '/' : '');
    return [{ key, file: path.join(directory, entry.name), isFolder: entry.isDirectory() }];
  });
  return entries.sort(byBytes);
}

/** Entries below a folder that start with the prefix and sort after `from`. With `includeFolders`, yields folders instead of their contents. */
async function* walk(
  root: string,
  folder: string,
  prefix: string,
  includeFolders: boolean,
  from: string,
): AsyncGenerator<Entry> {
  for (const entry of await entriesOf(root, folder)) {
    if (!entry.key.startsWith(prefix)) continue;
    const isPast = compareKeys(entry.key, from) <= 0;
    if (entry.isFolder && !includeFolders) {
      if (!isPast || from.startsWith(entry.key)) yield* walk(root, entry.key, prefix, includeFolders, from);
    } else if (!isPast) {
      yield entry;
    }
  }
}

/** Lists one page below a prefix, in the order of an object store. */
export async function listDirectory(
  root: string,
  prefix: string,
  { folders = false, from = '', limit = 1000 }: ListOptions,
  describe: (key: string, stats: Stats) => StoredObject,
): Promise<Listing> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const listing: Listing = { objects: [], folders: [], next: undefined };
  if (folder !== '' && !isStorageKey(folder.slice(0, -1))) return listing;
  const entries: Entry[] = [];
  for await (const entry of walk(root, folder, prefix, folders, from)) {
    if (entries.length === limit) {
      listing.next = entries.at(-1)?.key;
      break;
    }
    entries.push(entry);
  }
  listing.folders = entries.filter((entry) => entry.isFolder).map(({ key }) => key);
  const files = entries.filter((entry) => !entry.isFolder);
  for (let index = 0; index < files.length; index += BATCH_SIZE) {
    const batch = files.slice(index, index + BATCH_SIZE);
    const objects = await Promise.all(
      batch.map(async ({ key, file }) => {
        const stats = await lstat(file).catch(() => undefined);
        return stats && describe(key, stats);
      }),
    );
    listing.objects.push(...objects.filter((object) => object !== undefined));
  }
  return listing;
}

/** Matches characters that some file systems don't allow. Their UTF-8 bytes are escaped as `%XX`. */
const PLAIN = /[^A-Za-z0-9 _.,;=@~!$&'()+\-\u00a1-\uffff]/gu;

const escape = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** Leading dots are reserved for the store's own files. */
const encodeSegment = (segment: string) =>
  segment.replace(PLAIN, escape).replace(/^\./, '%2E').replace(/[ .]$/, escape);

const decodeSegment = (name: string) => decodeURIComponent(name);

/** File systems allow 255 bytes per name. */
const MAX_NAME_BYTES = 250;

/** Path of a key in the store's directory. */
export function pathOf(root: string, key: string): string {
  assertStorageKey(key);
  const names = key.split('/').map(encodeSegment);
  if (names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) throw new RangeError('Not a storage key');
  return path.join(root, ...names);
}
