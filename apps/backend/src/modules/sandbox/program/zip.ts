import { buffer } from 'node:stream/consumers';
import { type Entry as LibraryEntry, fromBuffer, type ZipFile } from 'yauzl';

/** An entry with the bytes of its name, which the library's types leave out. */
type Entry = LibraryEntry & { fileNameRaw: Buffer };

/** Far more than any Word document has. */
const MAX_ENTRIES = 10_000;

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
/** A header in the central directory, without the name, extra fields and comment. */
const CENTRAL_HEADER_BYTES = 46;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_FIELD = 1;
/** ZIP version that introduced Zip64. Documents are far below 4 GB, so only a crafted file needs it. */
const ZIP64_VERSION = 45;
const STORED = 0;
const DEFLATED = 8;

/** The archive has more entries or more bytes than allowed. */
export class ZipTooLargeError extends Error {}

/** Other programs might read different contents from this archive. */
class AmbiguousZipError extends Error {}

interface ZipLimits {
  /** Maximum number of unpacked bytes per entry. */
  entry: number;
  /** Maximum number of unpacked bytes in all entries. */
  total: number;
}

/** A ZIP archive in memory. Only archives that all programs read in the same way can be opened. */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: readonly Entry[]) {
    this.#zip = zip;
    this.#entries = new Map(entries.map((entry) => [entry.fileName, entry]));
  }

  /**
   * Reads the central directory and checks it against the entries and the limits.
   * @throws ZipTooLargeError, AmbiguousZipError, or the library's error for a damaged archive
   */
  static async open(bytes: Buffer, limits: ZipLimits): Promise<ZipArchive> {
    checkEnd(bytes);
    const zip = await zipFileOf(bytes);
    if (zip.entryCount > MAX_ENTRIES) throw new ZipTooLargeError('The archive has too many entries');
    const entries = await entriesOf(zip);
    checkEntries(bytes, entries);
    // The library rejects an entry that unpacks to more than it declares.
    const sizes = entries.map(({ uncompressedSize }) => uncompressedSize);
    if (sizes.some((size) => size > limits.entry) || sizes.reduce((sum, size) => sum + size, 0) > limits.total)
      throw new ZipTooLargeError('The unpacked entries are too large');
    return new ZipArchive(zip, entries);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Unpacks an entry. @throws the library's error if the entry is missing, damaged or larger than declared */
  async read(name: string): Promise<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new RangeError(`The archive has no entry ${name}`);
    const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>();
    this.#zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
    return buffer(await promise);
  }
}

function zipFileOf(bytes: Buffer): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>();
  fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
    error ? reject(error) : resolve(zip),
  );
  return promise;
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Entry[]>();
  const entries: Entry[] = [];
  zip.on('error', reject);
  zip.on('end', () => resolve(entries));
  zip.on('entry', (entry: Entry) => {
    entries.push(entry);
    zip.readEntry();
  });
  zip.readEntry();
  return promise;
}

function requireUnambiguous(holds: boolean, description: string): void {
  if (!holds) throw new AmbiguousZipError(description);
}

const startOfEnd = (bytes: Buffer) => bytes.length - END_RECORD_BYTES;

/** Requires a single end record, at the end of the file, that refers to the only central directory, directly before it. */
function checkEnd(bytes: Buffer): void {
  const end = startOfEnd(bytes);
  requireUnambiguous(end > 0 && bytes.readUInt32LE(end) === END_RECORD, 'Something follows the end record');
  requireUnambiguous(bytes.readUInt32LE(end + 4) === 0, 'The archive spans multiple disks');
  const [entriesOnDisk, entriesInAll] = [bytes.readUInt16LE(end + 8), bytes.readUInt16LE(end + 10)];
  requireUnambiguous(entriesOnDisk === entriesInAll, 'The end record has two different counts');
  requireUnambiguous(bytes.readUInt16LE(end + 20) === 0, 'The end record has a comment');
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  requireUnambiguous(start + size === end, 'The central directory is not before the end record');
  const locator = end - ZIP64_LOCATOR_BYTES;
  requireUnambiguous(locator < 0 || bytes.readUInt32LE(locator) !== ZIP64_LOCATOR, 'Zip64 is not supported');
}

/** Requires entries with unique names and matching local and central headers that don't overlap. */
function checkEntries(bytes: Buffer, entries: readonly Entry[]): void {
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
  requireUnambiguous(names.size === entries.length, 'Two entries have the same name');
  const end = startOfEnd(bytes);
  const listed = entries.reduce(
    (sum, entry) =>
      sum + CENTRAL_HEADER_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength,
    0,
  );
  requireUnambiguous(listed === bytes.readUInt32LE(end + 12), 'The central directory has more entries than counted');
  const table = bytes.readUInt32LE(end + 16);
  const ends = entries
    .toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
    .map((entry) => [entry.relativeOffsetOfLocalHeader, endOf(bytes, entry)] as const);
  for (const [index, [, last]] of ends.entries())
    requireUnambiguous(last <= (ends[index + 1]?.[0] ?? table), 'Two entries overlap');
}

/** The offset where the data of an entry ends. */
function endOf(bytes: Buffer, entry: Entry): number {
  const { versionNeededToExtract, extraFields, compressionMethod, relativeOffsetOfLocalHeader: offset } = entry;
  const isZip64 = versionNeededToExtract >= ZIP64_VERSION || extraFields.some(({ id }) => id === ZIP64_FIELD);
  requireUnambiguous(!isZip64, 'Zip64 is not supported');
  requireUnambiguous(!entry.isEncrypted(), 'An entry is encrypted');
  requireUnambiguous([STORED, DEFLATED].includes(compressionMethod), 'An entry is packed in an unusual way');
  requireUnambiguous(offset + LOCAL_HEADER_BYTES <= bytes.length, 'An entry is outside of the file');
  requireUnambiguous(bytes.readUInt32LE(offset) === LOCAL_HEADER, 'An entry has no header');
  requireUnambiguous(bytes.readUInt16LE(offset + 8) === compressionMethod, 'An entry is packed in two ways');
  const [nameLength, extraLength] = [bytes.readUInt16LE(offset + 26), bytes.readUInt16LE(offset + 28)];
  const start = offset + LOCAL_HEADER_BYTES;
  const name = bytes.subarray(start, start + nameLength);
  requireUnambiguous(name.equals(entry.fileNameRaw), 'An entry has two names');
  return start + nameLength + extraLength + entry.compressedSize;
}
