import { readFile } from 'node:fs/promises';
import { decode } from '@cwasm/nsbmp';
import { Rejection } from './rejection.ts';
import type { Pixels } from './tiff-writer.ts';

/** Limited, because three copies of the picture are in memory. */
const MAX_PIXELS = 48e6;
/** Maximum compression ratio that run-length encoding can plausibly reach. */
const MAX_PIXELS_PER_BYTE = 128;
const CHANNELS = 3;
const DECODED_CHANNELS = 4;
/** Headers of this size have 16-bit dimensions. */
const SHORT_HEADER = 12;

/** The number of pixels according to the header. */
function pixelsOf(file: Buffer): number {
  if (file.length < 26) return 0;
  return file.readUInt32LE(14) === SHORT_HEADER
    ? file.readUInt16LE(18) * file.readUInt16LE(20)
    : Math.abs(file.readInt32LE(18) * file.readInt32LE(22));
}

/** Yields rows without the fourth channel, which most programs fill with zeros although the picture is opaque. */
function* rowsOf(data: Uint8ClampedArray, width: number, height: number) {
  const row = new Uint8Array(width * CHANNELS);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * DECODED_CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel += 1) row[x * CHANNELS + channel] = data[from + channel] ?? 0;
    }
    yield row;
  }
}

/** @throws Rejection */
export async function decodeBmp(name: string): Promise<Pixels> {
  const file = await readFile(name);
  const pixels = pixelsOf(file);
  if (pixels > file.length * MAX_PIXELS_PER_BYTE) throw new Error('The file is too short for its size');
  if (pixels > MAX_PIXELS) throw new Rejection('The image is too large for a preview.');
  const { data, width, height } = decode(file);
  return { width, height, channels: CHANNELS, bits: 8, rows: rowsOf(data, width, height) };
}
