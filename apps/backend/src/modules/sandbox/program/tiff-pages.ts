import { type FileHandle, open } from 'node:fs/promises';

const MAX_DIRECTORIES = 10_000;
const MAX_ENTRIES = 4096;
const NEW_SUBFILE_TYPE = 254;
const SUBFILE_TYPE = 255;
/** Bits of `NewSubfileType` that mark a smaller version of another picture, or a mask. */
const NOT_A_PAGE = 0b101;
/** The `SubfileType` of a smaller version of another picture. */
const REDUCED = 2;

/** Sizes in bytes of an offset, the number of entries, and an entry, in both variants of the format. */
const CLASSIC_TIFF = { offset: 4, count: 2, entry: 12 };
const BIG_TIFF = { offset: 8, count: 8, entry: 20 };

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw new Error('The file is too short');
  return bytes;
}

/** Reads numbers in the byte order of the file. */
const reader = (isLittle: boolean) => (bytes: Buffer, at: number, length: number) =>
  length === 8
    ? Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
    : isLittle
      ? bytes.readUIntLE(at, length)
      : bytes.readUIntBE(at, length);

async function pageFlags(file: FileHandle): Promise<boolean[]> {
  const header = await readBytes(file, 0, 8);
  const readNumber = reader(header[0] === 0x49);
  const isBig = readNumber(header, 2, 2) === 43;
  const variant = isBig ? BIG_TIFF : CLASSIC_TIFF;
  const arePages: boolean[] = [];
  let position = isBig ? readNumber(await readBytes(file, 8, 8), 0, 8) : readNumber(header, 4, 4);
  for (const seen = new Set<number>(); position !== 0 && !seen.has(position) && seen.size < MAX_DIRECTORIES;) {
    seen.add(position);
    const count = readNumber(await readBytes(file, position, variant.count), 0, variant.count);
    if (count > MAX_ENTRIES) throw new Error('A directory is too long');
    const length = count * variant.entry;
    const directory = await readBytes(file, position + variant.count, length + variant.offset);
    const valueOf = (tag: number) => {
      for (let at = 0; at < length; at += variant.entry)
        if (readNumber(directory, at, 2) === tag)
          return readNumber(
            directory,
            at + variant.entry - variant.offset,
            readNumber(directory, at + 2, 2) === 3 ? 2 : 4,
          );
      return 0;
    };
    arePages.push((valueOf(NEW_SUBFILE_TYPE) & NOT_A_PAGE) === 0 && valueOf(SUBFILE_TYPE) !== REDUCED);
    position = readNumber(directory, length, variant.offset);
  }
  return arePages;
}

/**
 * Indexes of the pictures in a TIFF file that are pages rather than smaller versions of other pictures. Includes at least the first one.
 */
export async function tiffPages(name: string): Promise<number[]> {
  const file = await open(name);
  try {
    const pages = (await pageFlags(file)).flatMap((isPage, index) => (isPage ? [index] : []));
    return pages.length > 0 ? pages : [0];
  } catch {
    // If the file is damaged, sharp reports the problem later.
    return [0];
  } finally {
    await file.close();
  }
}
