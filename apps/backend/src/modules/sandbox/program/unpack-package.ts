import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  FILES_FOLDER,
  INPUT_FILE,
  LISTING_FILE,
  PACKAGE_VERSION,
  type PackageOrigin,
  RECORDS_FOLDER,
  entryFile,
} from '../exchange.ts';
import { PackageReader } from './package-reader.ts';
import { Rejection } from './rejection.ts';

const NOT_A_PACKAGE = 'This isn’t an archive package. Choose a ZIP file that was exported from an archive.';
const DAMAGED = 'The package is damaged and can’t be read. Export it again.';
const INCOMPLETE = 'The package is incomplete. Export it again.';

const asRejection = (message: string) => (cause: unknown) => {
  throw cause instanceof Rejection ? cause : new Rejection(message, { cause });
};

/**
 * Unpacks the records and files of a package, each with the checksum of its manifest. Returns what it says of its archive.
 * @throws Rejection for anything but a complete package of a version that this archive reads
 */
export async function unpackPackage(): Promise<PackageOrigin> {
  const reader = await PackageReader.open(INPUT_FILE).catch(asRejection(NOT_A_PACKAGE));
  await unpack(reader).catch(asRejection(DAMAGED));
  const info = await reader.tagFile('bag-info.txt');
  const lineOf = (label: string, pattern: string) =>
    new RegExp(`^${label}: (${pattern})$`, 'm').exec(info)?.[1] ?? null;
  const day = lineOf('Bagging-Date', String.raw`\d{4}-\d\d-\d\d`);
  return {
    archive: lineOf('Source-Organization', '.{1,200}')?.replaceAll(/\p{Cc}+/gu, ' ') ?? null,
    exported_on: day !== null && Number.isNaN(Date.parse(day)) ? null : day,
  };
}

async function unpack(reader: PackageReader): Promise<void> {
  const payload = reader.paths.filter((name) => name.startsWith('data/'));
  const hashes = await readManifest(reader, payload.length);
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

/** What to do about a package whose format this archive doesn't read. */
function unreadable(info: string): Rejection {
  const [, version] = /^Archive-Package-Version: (.+)$/m.exec(info) ?? [];
  const [, program] = /^Archive-Schema: (.+)$/m.exec(info) ?? [];
  if (version !== undefined)
    return new Rejection(
      `The package has version ${version} of the format, and this archive reads version ${PACKAGE_VERSION}. Upgrade this archive first.`,
    );
  if (program === undefined) return new Rejection(NOT_A_PACKAGE);
  return new Rejection(
    `The package was exported by version ${program}, whose packages open only there. Upgrade that archive, and export the package again.`,
  );
}

/** The checksums of the files of a package, by path. */
async function readManifest(reader: PackageReader, files: number): Promise<Map<string, string>> {
  if (!['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt'].every((name) => reader.paths.includes(name)))
    throw new Rejection(NOT_A_PACKAGE);
  const info = await reader.tagFile('bag-info.txt');
  if (!new RegExp(`^Archive-Package-Version: ${PACKAGE_VERSION}$`, 'm').test(info)) throw unreadable(info);
  const hashes = new Map<string, string>();
  for await (const line of reader.lines('manifest-sha256.txt')) {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    hashes.set(name.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%'), sha256);
    if (hashes.size > files) throw new Rejection(INCOMPLETE);
  }
  if (hashes.size !== files) throw new Rejection(INCOMPLETE);
  return hashes;
}
