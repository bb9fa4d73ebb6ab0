import type { Readable } from 'node:stream';
import { type Entry, open, type ZipFile } from 'yauzl';

/** A ZIP file on disk, of any size. */
export class PackageReader {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws the library's error for a damaged file */
  static async open(file: string): Promise<PackageReader> {
    const opened = Promise.withResolvers<ZipFile>();
    open(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? opened.reject(error) : opened.resolve(zip),
    );
    const zip = await opened.promise;
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, Entry>>();
    const entries = new Map<string, Entry>();
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
    return new PackageReader(zip, await promise);
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

  close(): void {
    this.#zip.close();
  }
}
