import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FILES_FOLDER, INPUT_FILE, LISTING_FILE, RECORDS_FOLDER, entryFile } from '../exchange.ts';
import { PackageReader } from './package-reader.ts';
import { Rejection } from './rejection.ts';

const NOT_A_PACKAGE = 'This isn’t an archive package. Choose a ZIP file that was exported from an archive.';
const DAMAGED = 'The package is damaged and can’t be read. Export it again.';
const INCOMPLETE = 'The package is incomplete. Export it again.';

const asRejection = (message: string) => (cause: unknown) => {
  throw cause instanceof Rejection ? cause : new Rejection(message, { cause });
};

/**
 * Unpacks the records and files of a package, each with the checksum of its manifest.
 * @param schema the version of the archive that imports it
 * @throws Rejection for anything but a complete package of that version
 */
export async function unpackPackage(schema: string): Promise<void> {
  const reader = await PackageReader.open(INPUT_FILE).catch(asRejection(NOT_A_PACKAGE));
  await unpack(reader, schema).catch(asRejection(DAMAGED));
}

async function unpack(reader: PackageReader, schema: string): Promise<void> {
  const payload = reader.paths.filter((name) => name.startsWith('data/'));
  const hashes = await readManifest(reader, schema, payload.length);
  const listing = createWriteStream(LISTING_FILE);
  let count = 0;
  for (const name of payload) {
    const isRecords = name.startsWith(RECORDS_FOLDER);
    const hash = createHash('sha256');
    const chunks = async function* () {
      const content = (await reader.open(name)) as AsyncIterable<Buffer>;
      for await (const chunk of isRecords ? reader.limited(name, content) : content) {
        hash.update(chunk);
        yield chunk;
      }
    };
    if (isRecords || name.startsWith(FILES_FOLDER)) {
      await pipeline(Readable.from(chunks()), createWriteStream(entryFile(count)));
      count += 1;
      if (!listing.write(`${JSON.stringify(name)}\n`)) await once(listing, 'drain');
    } else for await (const _ of chunks()) continue;
    if (hash.digest('hex') !== hashes.get(name))
      throw new Rejection(`The package is damaged: ${name} has changed since the export.`);
  }
  await new Promise<void>((resolve) => void listing.end(resolve));
}

/** The checksums of the files of a package of the right version, by path. */
async function readManifest(reader: PackageReader, schema: string, files: number): Promise<Map<string, string>> {
  if (!['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt'].every((name) => reader.paths.includes(name)))
    throw new Rejection(NOT_A_PACKAGE);
  const version = /^Archive-Schema: (.+)$/m.exec(await reader.tagFile('bag-info.txt'))?.[1];
  if (version !== schema)
    throw new Rejection(
      `The package comes from version ${version ?? 'unknown'} of the archive, and this is ${schema}. Export and import with the same version.`,
    );
  const hashes = new Map<string, string>();
  for await (const line of reader.lines('manifest-sha256.txt')) {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    hashes.set(name.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%'), sha256);
    if (hashes.size > files) throw new Rejection(INCOMPLETE);
  }
  if (hashes.size !== files) throw new Rejection(INCOMPLETE);
  return hashes;
}
