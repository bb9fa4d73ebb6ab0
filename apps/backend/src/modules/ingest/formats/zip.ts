import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

const LOCAL_HEADER = 0x04034b50;
/** Far more than any Word document has. */
const MAX_ENTRIES = 10_000;
/** ZIP version that introduced Zip64. Documents are far below 4 GB, so only a crafted file needs it. */
const ZIP64_VERSION = 45;

/** The archive has more entries or more bytes than allowed. */
export class ZipTooLargeError extends Error {}

export const isZip = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL_HEADER;

/** A ZIP archive in memory, with its table of contents. */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #entries: readonly Entry[];

  private constructor(zip: ZipFile, entries: readonly Entry[]) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * Reads the table of contents.
   * @throws ZipTooLargeError, or the library's error for a damaged archive
   */
  static async open(bytes: Buffer): Promise<ZipArchive> {
    const zip = await zipFileOf(bytes);
    if (zip.entryCount > MAX_ENTRIES) throw new ZipTooLargeError('The archive has too many entries');
    const entries = await entriesOf(zip);
    if (entries.some(({ versionNeededToExtract }) => versionNeededToExtract >= ZIP64_VERSION))
      throw new RangeError('Zip64 is not supported');
    return new ZipArchive(zip, entries);
  }

  has(name: string): boolean {
    return this.#entries.some(({ fileName }) => fileName === name);
  }

  /**
   * Unpacks entries without keeping them, because a crafted archive declares smaller sizes than it unpacks to. @param name one entry; all
   * entries without it
   * @throws ZipTooLargeError above `maxBytes` in total, or the library's error when a declared size is wrong
   */
  async checkSize(maxBytes: number, name?: string): Promise<void> {
    const entries = name === undefined ? this.#entries : this.#entries.filter(({ fileName }) => fileName === name);
    const declared = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (declared > maxBytes) throw new ZipTooLargeError('The unpacked entries are too large');
    for (const entry of entries) await this.#unpack(entry);
  }

  /** The library ends the stream with an error as soon as an entry exceeds its declared size. */
  async #unpack(entry: Entry): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<NodeJS.ReadableStream>();
    this.#zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
    await pipeline(await promise, new Writable({ write: (_chunk, _encoding, done) => done() }));
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
