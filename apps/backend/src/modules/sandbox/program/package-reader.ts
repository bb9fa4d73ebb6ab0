import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, open, type ZipFile } from 'yauzl';
import { Rejection } from './rejection.ts';

declare module 'yauzl' {
  // Newer than the library's types.
  interface ZipFile {
    readLocalFileHeaderPromise(entry: Entry, options: { minimal: true }): Promise<{ fileDataStart: number }>;
  }
}

/** What a package may contain. A larger archive is moved with a backup. */
interface PackageLimits {
  /** Files in the package. */
  entries: number;
  /** Bytes of all paths together. */
  pathBytes: number;
  /** Unpacked bytes for each byte of the ZIP file, beyond `freeBytes`. */
  ratio: number;
  freeBytes: number;
  /** Unpacked bytes as a part of the free disk space: they are stored while they are still on the disk. */
  diskShare: number;
  /** Bytes of a file that describes the package. */
  tagFileBytes: number;
  /** Bytes of one line: a row of a table, or of the manifest. */
  lineBytes: number;
}

const MB = 1024 * 1024;
const PACKAGE_LIMITS: PackageLimits = {
  entries: 100_000,
  pathBytes: 64 * MB,
  ratio: 50,
  freeBytes: 64 * MB,
  diskShare: 0.5,
  tagFileBytes: 64 * 1024,
  lineBytes: 8 * MB,
};

const CENTRAL_HEADER_BYTES = 46;
const END_BYTES = 22;
/** Records at the end of a ZIP file of more than 4 GB or 65,535 files. */
const ZIP64_END_BYTES = 76;
/** The longest data descriptor, which may follow a file. */
const DESCRIPTOR_BYTES = 24;
const LINE_BREAK = 0x0a;

/** The type of a link in the mode of a file, which ZIP files have in the upper half of the attributes. */
const LINK = 0xa000;
const isLink = ({ externalFileAttributes: attributes }: Entry) => ((attributes >>> 16) & 0xf000) === LINK;

/** What the library says of absolute and climbing paths, and of those with backslashes. */
const OUTSIDE = /path: |fileName: /;

const exceedsLimits = (what: string) => new Rejection(`The package can’t be imported: ${what}.`);

/** A ZIP file on disk, of any size. */
export class PackageReader {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #limits: PackageLimits;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: PackageLimits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  /**
   * Reads the directory of the ZIP file, and nothing else.
   * @throws the library's error for a damaged file, and Rejection for a package beyond the limits
   */
  static async open(file: string, limits = PACKAGE_LIMITS): Promise<PackageReader> {
    const opened = Promise.withResolvers<ZipFile>();
    open(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? opened.reject(error) : opened.resolve(zip),
    );
    const zip = await opened.promise;
    try {
      const { bavail, bsize } = await statfs(dirname(file));
      return new PackageReader(zip, await readEntries(zip, limits, bavail * bsize * limits.diskShare), limits);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get paths(): string[] {
    return [...this.#entries.keys()];
  }

  async open(path: string): Promise<Readable> {
    const entry = this.#entries.get(path);
    if (!entry) throw new RangeError(`The package has no ${path}`);
    const { promise, resolve, reject } = Promise.withResolvers<Readable>();
    this.#zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
    return promise;
  }

  /**
   * The text of a file that describes the package.
   * @throws Rejection if it is longer than such a file ever is
   */
  async tagFile(path: string): Promise<string> {
    if ((this.#entries.get(path)?.uncompressedSize ?? 0) > this.#limits.tagFileBytes)
      throw exceedsLimits(`${path} is too long`);
    const chunks: Buffer[] = [];
    for await (const chunk of await this.open(path)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  }

  /**
   * The lines of a file, without their line breaks.
   * @throws Rejection for a line beyond the limit, before it is in memory
   */
  async *lines(path: string): AsyncGenerator<string, void, undefined> {
    let parts: Buffer[] = [];
    const take = () => {
      const line = Buffer.concat(parts).toString();
      parts = [];
      return line.endsWith('\r') ? line.slice(0, -1) : line;
    };
    for await (const chunk of this.limited(path, await this.open(path))) {
      let rest = chunk;
      for (let end = rest.indexOf(LINE_BREAK); end !== -1; end = rest.indexOf(LINE_BREAK)) {
        parts.push(rest.subarray(0, end));
        yield take();
        rest = rest.subarray(end + 1);
      }
      if (rest.length > 0) parts.push(rest);
    }
    if (parts.length > 0) yield take();
  }

  /** Passes the bytes of a file on. @throws Rejection for a line beyond the limit */
  async *limited(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    let bytes = 0;
    for await (const chunk of chunks) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, start)) {
        if (bytes + end - start > this.#limits.lineBytes) throw exceedsLimits(`a line of ${path} is too long`);
        [bytes, start] = [0, end + 1];
      }
      bytes += chunk.length - start;
      if (bytes > this.#limits.lineBytes) throw exceedsLimits(`a line of ${path} is too long`);
      yield chunk;
    }
  }

  close(): void {
    this.#zip.close();
  }
}

async function readEntries(zip: ZipFile, limits: PackageLimits, diskBytes: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw exceedsLimits('it has too many files');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const entries = new Map<string, Entry>();
  let pathBytes = 0;
  let unpackedBytes = 0;
  zip.on('error', (error: Error) =>
    reject(OUTSIDE.test(error.message) ? exceedsLimits('it has a file that would be outside of it') : error),
  );
  zip.on('end', resolve);
  zip.on('entry', (entry: Entry) => {
    pathBytes += entry.fileName.length;
    unpackedBytes += entry.uncompressedSize;
    if (entries.has(entry.fileName)) return reject(exceedsLimits(`it has ${entry.fileName} twice`));
    if (isLink(entry)) return reject(exceedsLimits(`${entry.fileName} is a link`));
    if (pathBytes > limits.pathBytes) return reject(exceedsLimits('the names of its files are too long'));
    if (unpackedBytes > zip.fileSize * limits.ratio + limits.freeBytes)
      return reject(exceedsLimits('it unpacks to much more than an export does'));
    if (unpackedBytes > diskBytes) return reject(exceedsLimits('there isn’t enough room on the disk to unpack it'));
    entries.set(entry.fileName, entry);
    return zip.readEntry();
  });
  zip.readEntry();
  await promise;
  await rejectUnlistedBytes(zip, [...entries.values()]);
  return entries;
}

/**
 * Checks that the files follow one another without sharing bytes, which would be unpacked again and again, and without bytes between them,
 * which only other programs would read.
 */
async function rejectUnlistedBytes(zip: ZipFile, entries: Entry[]): Promise<void> {
  entries.sort((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of entries) {
    const gap = entry.relativeOffsetOfLocalHeader - end;
    if (gap < 0) throw exceedsLimits('some of its files overlap');
    if (gap > (end === 0 ? 0 : DESCRIPTOR_BYTES)) throw exceedsLimits('it has parts that it doesn’t list');
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    end = fileDataStart + entry.compressedSize;
  }
  if (!endsWithDirectory(zip, entries, end)) throw exceedsLimits('it has parts that it doesn’t list');
}

/** Whether the directory of the ZIP file follows its last file, and nothing follows the directory. */
function endsWithDirectory({ fileSize, comment }: ZipFile, entries: Entry[], end: number): boolean {
  const directory = entries.reduce(
    (bytes, { fileNameLength, extraFieldLength, fileCommentLength }) =>
      bytes + CENTRAL_HEADER_BYTES + fileNameLength + extraFieldLength + fileCommentLength,
    END_BYTES + Buffer.byteLength(comment),
  );
  const gap = fileSize - directory - end;
  return gap >= 0 && (gap <= DESCRIPTOR_BYTES || (gap >= ZIP64_END_BYTES && gap <= ZIP64_END_BYTES + DESCRIPTOR_BYTES));
}
