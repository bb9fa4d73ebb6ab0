import { inflateRawSync } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT = 0xffff;

export interface ZipEntry {
  name: string;
  /** Its bytes as they are stored. */
  stored: Buffer;
  /** 0 stored, 8 deflated. */
  method: number;
}

export const isZip = (bytes: Buffer) => bytes.length > END_BYTES && bytes.readUInt32LE(0) === LOCAL;

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MOST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) if (bytes.readUInt32LE(at) === END) return at;
  throw new RangeError('The archive has no end');
}

/** What a ZIP archive holds, by its table of contents. @throws RangeError for one that is broken */
export function zipEntries(bytes: Buffer): ZipEntry[] {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: count }, (): ZipEntry => {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new RangeError('The table of contents is broken');
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    at += 46 + nameLength + extra + comment;
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    return { name, method, stored: bytes.subarray(from, from + size) };
  });
}

/** What would come out is more than is wanted. */
export class TooLarge extends Error {}

function unpack(stored: Buffer, most: number): number {
  try {
    return inflateRawSync(stored, { maxOutputLength: most }).length;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge('An entry is too large', { cause: error }) : error;
  }
}

/** Bytes of all entries together when they are unpacked, whatever the table of contents says. @throws TooLarge beyond `most` */
export function unpackedSize(entries: readonly ZipEntry[], most: number): number {
  let size = 0;
  for (const { method, stored } of entries) {
    size += method === 0 ? stored.length : unpack(stored, Math.max(1, most - size));
    if (size > most) throw new TooLarge('The entries are too large together');
  }
  return size;
}
