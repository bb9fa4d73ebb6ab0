import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

const BAGIT = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

/** Encodes the characters that BagIt reserves in paths. */
const encodePath = (path: string) => path.replaceAll('%', '%25').replaceAll('\n', '%0A').replaceAll('\r', '%0D');

/** Writes a bag (BagIt 1.0, RFC 8493) as a ZIP stream: one entry after another, as fast as the stream is read. */
export class BagWriter {
  readonly #zip = new ZipFile();
  readonly #output = new PassThrough();
  readonly #closed: Promise<unknown>;
  readonly #manifest: string[] = [];
  #bytes = 0;
  #files = 0;

  constructor() {
    this.#zip.outputStream.pipe(this.#output);
    this.#closed = finished(this.#output).catch((error: unknown) => error);
  }

  get stream(): Readable {
    return this.#output;
  }

  /** Adds a payload file and waits until it is written. Pass `compress: false` for files that are already compressed. */
  async add(path: string, content: Readable, { compress = true } = {}): Promise<void> {
    const { sha256, size } = await this.#write(path, content, compress);
    this.#manifest.push(`${sha256}  ${encodePath(path)}\n`);
    this.#bytes += size;
    this.#files += 1;
  }

  /** Writes the manifests and other files that describe the payload, and ends the ZIP. */
  async end(info: Record<string, string>, descriptions: readonly [path: string, text: string][]): Promise<void> {
    const tags: [string, string][] = [
      ['bagit.txt', BAGIT],
      ['manifest-sha256.txt', this.#manifest.join('')],
      [
        'bag-info.txt',
        Object.entries({ ...info, 'Payload-Oxum': `${this.#bytes}.${this.#files}` })
          .map(([name, value]) => `${name}: ${value}\n`)
          .join(''),
      ],
      ...descriptions,
    ];
    const sums: string[] = [];
    for (const [path, text] of tags) {
      const { sha256 } = await this.#write(path, Readable.from([Buffer.from(text)]), true);
      sums.push(`${sha256}  ${path}\n`);
    }
    await this.#write('tagmanifest-sha256.txt', Readable.from([Buffer.from(sums.join(''))]), true);
    this.#zip.end();
  }

  /** Aborts the ZIP, so that no reader mistakes it for a complete file. */
  fail(error: Error): void {
    this.#output.destroy(error);
  }

  async #write(path: string, content: Readable, compress: boolean): Promise<{ sha256: string; size: number }> {
    const hash = createHash('sha256');
    let size = 0;
    const hashingStream = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    content.on('error', (error) => hashingStream.destroy(error));
    this.#zip.addReadStream(content.pipe(hashingStream), path, { compress });
    const closed = this.#closed.then(() => Promise.reject(new Error('The download was closed')));
    try {
      await Promise.race([once(hashingStream, 'end'), closed]);
    } finally {
      closed.catch(() => undefined);
      content.destroy();
    }
    return { sha256: hash.digest('hex'), size };
  }
}
