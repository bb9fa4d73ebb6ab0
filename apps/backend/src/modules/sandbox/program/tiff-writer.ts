import { type FileHandle, open } from 'node:fs/promises';
import { Rejection } from './rejection.ts';

/** Uncompressed pixels from a decoder, from left to right and from top to bottom. */
export interface Pixels {
  width: number;
  height: number;
  /** Gray or RGB. */
  channels: 1 | 3;
  /** Bits per channel; 16-bit samples are little-endian. */
  bits: 8 | 16;
  /** ICC profile. */
  profile?: Buffer | undefined;
  rows: Iterable<Uint8Array>;
}

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const MAX_BYTES = 2 ** 32 - 1;
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const BYTES: Readonly<Record<number, number>> = { [SHORT]: 2, [LONG]: 4, [UNDEFINED]: 1 };

type Entry = [tag: number, type: number, values: readonly number[] | Buffer];

/** The directory at the end of the file, and the values that don't fit into it. */
function directoryOf(entries: readonly Entry[], start: number): Buffer {
  const directory = Buffer.alloc(2 + entries.length * ENTRY_BYTES + 4);
  directory.writeUInt16LE(entries.length);
  const parts: Buffer[] = [directory];
  let end = start + directory.length;
  for (const [index, [tag, type, values]] of entries.entries()) {
    const at = 2 + index * ENTRY_BYTES;
    const bytes = Buffer.isBuffer(values) ? values : Buffer.alloc(values.length * (BYTES[type] ?? 1));
    if (!Buffer.isBuffer(values))
      for (const [position, value] of values.entries())
        if (type === SHORT) bytes.writeUInt16LE(value, position * 2);
        else bytes.writeUInt32LE(value, position * 4);
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    if (bytes.length <= 4) {
      bytes.copy(directory, at + 8);
      continue;
    }
    directory.writeUInt32LE(end, at + 8);
    // Values begin at even offsets.
    const padding = Buffer.alloc(bytes.length % 2);
    parts.push(bytes, padding);
    end += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

async function writeAll(file: FileHandle, { width, height, channels, bits, profile, rows }: Pixels): Promise<void> {
  const size = (width * height * channels * bits) / 8;
  const start = HEADER_BYTES + size + (size % 2);
  if (start > MAX_BYTES) throw new Rejection('The image is too large for a preview.');
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(start, 4);
  await file.write(header);
  for (const row of rows) await file.write(row);
  const directory = directoryOf(
    [
      [256, LONG, [width]],
      [257, LONG, [height]],
      [258, SHORT, Array.from({ length: channels }, () => bits)],
      // No compression.
      [259, SHORT, [1]],
      // RGB, or gray in which 0 is black.
      [262, SHORT, [channels === 3 ? 2 : 1]],
      [273, LONG, [HEADER_BYTES]],
      [277, SHORT, [channels]],
      [278, LONG, [height]],
      [279, LONG, [size]],
      ...(profile ? [[34_675, UNDEFINED, profile] satisfies Entry] : []),
    ],
    start,
  );
  await file.write(directory, 0, directory.length, start);
}

/** Writes the pixels from a decoder to a TIFF file, so that sharp can read them with their color profile. */
export async function writeTiff(name: string, pixels: Pixels): Promise<void> {
  const file = await open(name, 'w');
  try {
    await writeAll(file, pixels);
  } finally {
    await file.close();
  }
}
