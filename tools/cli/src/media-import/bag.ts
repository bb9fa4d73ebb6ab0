import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Checksum algorithms of RFC 8493, the strongest first. */
const ALGORITHMS = ['sha512', 'sha256', 'sha1', 'md5'] as const;
const DECLARATION = 'bagit.txt';
/** The files of a bag are in this folder. */
export const PAYLOAD = 'data';

export const isBag = (folder: string): boolean => existsSync(join(folder, DECLARATION));

/** The checksum of a file in hexadecimal. Streams the file. */
export async function checksumOf(file: string, algorithm = 'sha256'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Decodes a path from a manifest, in which line breaks are encoded. */
const decodedPath = (path: string) =>
  path.replaceAll(/%0A/gi, '\n').replaceAll(/%0D/gi, '\r').replaceAll('%25', '%').replace(/^\.\//, '');

/** Checksums by path, from lines like `5891b5b5…  data/a.tif`. */
function readManifest(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').split(/\r\n|\r|\n/);
  return new Map(
    lines.flatMap((line) => {
      const [, checksum = '', path = ''] = /^([0-9a-f]+)\s+\*?(.+)$/i.exec(line) ?? [];
      return path === '' ? [] : [[decodedPath(path), checksum.toLowerCase()] as const];
    }),
  );
}

/**
 * What is wrong with a BagIt bag (RFC 8493): files that its manifest does not list, and listed files that are missing
 * or have another checksum. Checks the strongest manifest of the files and of the bag's own files.
 */
export async function problemsOfBag(folder: string, show: (state: string) => void): Promise<string[]> {
  const payload = ALGORITHMS.find((name) => existsSync(join(folder, `manifest-${name}.txt`)));
  if (!payload) return [`The bag has no manifest (${ALGORITHMS.map((name) => `manifest-${name}.txt`).join(', ')}).`];
  const tags = ALGORITHMS.find((name) => existsSync(join(folder, `tagmanifest-${name}.txt`)));
  const checksums = readManifest(join(folder, `manifest-${payload}.txt`));
  const entries = existsSync(join(folder, PAYLOAD))
    ? await readdir(join(folder, PAYLOAD), { recursive: true, withFileTypes: true })
    : [];
  const present = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const problems = present
    .filter((path) => !checksums.has(path))
    .map((path) => `${path} is not in manifest-${payload}.txt.`);
  const expected = [
    ...[...checksums].map(([path, checksum]) => ({ path, checksum, algorithm: payload })),
    ...(tags
      ? [...readManifest(join(folder, `tagmanifest-${tags}.txt`))].map(([path, checksum]) => ({
          path,
          checksum,
          algorithm: tags,
        }))
      : []),
  ];
  for (const [index, { path, checksum, algorithm }] of expected.entries()) {
    show(`${index + 1} of ${expected.length} files of the bag`);
    if (path.split('/').includes('..')) problems.push(`${path} is outside of the bag.`);
    else if (!existsSync(join(folder, path))) problems.push(`${path} is missing.`);
    else if ((await checksumOf(join(folder, path), algorithm)) !== checksum)
      problems.push(`${path} has changed: its checksum is not the one of the manifest.`);
  }
  return problems;
}
