import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { box } from './heic.ts';

const require = createRequire(import.meta.url);

type Samples = (x: number, y: number) => readonly number[];

export interface TiffPage {
  width?: number;
  height?: number;
  bits?: 8 | 16;
  /** Red, green and blue, or gray. */
  samples: Samples;
  profile?: Buffer;
  /** 1 for a smaller version of another picture. */
  subfileType?: number;
  orientation?: number;
}

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const ENTRY_BYTES = 12;

/** An uncompressed TIFF file, in big-endian order. */
export function aTiff(pages: readonly TiffPage[]): Buffer {
  const parts: Buffer[] = [Buffer.from('MM\0*\0\0\0\0', 'latin1')];
  let length = 8;
  const add = (bytes: Buffer) => {
    const at = length;
    parts.push(bytes, Buffer.alloc(bytes.length % 2));
    length += bytes.length + (bytes.length % 2);
    return at;
  };
  let link = { part: parts[0] as Buffer, at: 4 };
  for (const { width = 64, height = 64, bits = 8, samples, profile, subfileType = 0, orientation = 1 } of pages) {
    const channels = samples(0, 0).length;
    const pixels = Buffer.alloc((width * height * channels * bits) / 8);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        for (const [channel, value] of samples(x, y).entries())
          pixels.writeUIntBE(value, (((y * width + x) * channels + channel) * bits) / 8, bits / 8);
    const strip = add(pixels);
    const depths = Buffer.alloc(channels * 2);
    for (let channel = 0; channel < channels; channel += 1) depths.writeUInt16BE(bits, channel * 2);
    const depthsAt = channels > 2 ? add(depths) : bits * 65_536;
    const entries: number[][] = [
      [254, LONG, 1, subfileType],
      [256, LONG, 1, width],
      [257, LONG, 1, height],
      [258, SHORT, channels, depthsAt],
      [259, SHORT, 1, 1 * 65_536],
      [262, SHORT, 1, (channels === 3 ? 2 : 1) * 65_536],
      [273, LONG, 1, strip],
      [274, SHORT, 1, orientation * 65_536],
      [277, SHORT, 1, channels * 65_536],
      [278, LONG, 1, height],
      [279, LONG, 1, pixels.length],
      ...(profile ? [[34_675, UNDEFINED, profile.length, add(profile)]] : []),
    ];
    const directory = Buffer.alloc(2 + entries.length * ENTRY_BYTES + 4);
    directory.writeUInt16BE(entries.length);
    for (const [index, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
      const at = 2 + index * ENTRY_BYTES;
      directory.writeUInt16BE(tag, at);
      directory.writeUInt16BE(type, at + 2);
      directory.writeUInt32BE(count, at + 4);
      directory.writeUInt32BE(value, at + 8);
    }
    link.part.writeUInt32BE(add(directory), link.at);
    link = { part: directory, at: directory.length - 4 };
  }
  return Buffer.concat(parts);
}

/** A BMP with 24 bits a pixel, or with a palette of two colors and one bit a pixel. */
export function aBmp(
  samples: Samples,
  { width = 64, height = 64, palette = undefined as number[][] | undefined } = {},
) {
  const bits = palette ? 1 : 24;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const colors = Buffer.from((palette ?? []).flatMap(([r = 0, g = 0, b = 0]) => [b, g, r, 0]));
  const pixels = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const values = samples(x, y);
      const row = (height - 1 - y) * rowBytes;
      if (palette) pixels[row + (x >> 3)] = (pixels[row + (x >> 3)] ?? 0) | ((values[0] ?? 0) << (7 - (x & 7)));
      else for (let channel = 0; channel < 3; channel += 1) pixels[row + x * 3 + channel] = values[2 - channel] ?? 0;
    }
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(header.length + colors.length + pixels.length, 2);
  header.writeUInt32LE(header.length + colors.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(pixels.length, 34);
  return Buffer.concat([header, colors, pixels]);
}

interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array;
  getEncodedBuffer(): Uint8Array;
  setQuality(isLossless: boolean, quality: number): void;
  encode(): void;
}

interface Jpeg2000Options {
  width?: number;
  height?: number;
  /** Bits per channel. */
  bits?: number;
  profile?: Buffer;
}

/** A lossless JPEG 2000 file. */
export async function aJpeg2000(
  samples: Samples,
  { width = 64, height = 64, bits = 8, profile }: Jpeg2000Options = {},
): Promise<Buffer> {
  const load = require('@cornerstonejs/codec-openjpeg/wasmjs') as (
    options: object,
  ) => Promise<{ J2KEncoder: new () => Encoder }>;
  const wasmBinary = readFileSync(require.resolve('@cornerstonejs/codec-openjpeg/wasm'));
  const library = await load({ wasmBinary, print: () => undefined, printErr: () => undefined });
  const components = samples(0, 0).length;
  const encoder = new library.J2KEncoder();
  const frame = { width, height, bitsPerSample: bits, componentCount: components, isSigned: false };
  const pixels = encoder.getDecodedBuffer({ ...frame, isUsingColorTransform: components === 3 });
  const values = bits > 8 ? new Uint16Array(pixels.buffer, pixels.byteOffset, pixels.length / 2) : pixels;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) values.set(samples(x, y), (y * width + x) * components);
  encoder.setQuality(true, 0);
  encoder.encode();
  const header = Buffer.alloc(14);
  header.writeUInt32BE(height);
  header.writeUInt32BE(width, 4);
  header.writeUInt16BE(components, 8);
  header.set([bits - 1, 7], 10);
  const color = profile
    ? Buffer.concat([Buffer.from([2, 0, 0]), profile])
    : Buffer.from([1, 0, 0, 0, 0, 0, components === 3 ? 16 : 17]);
  return Buffer.concat([
    box('jP  ', Buffer.from([13, 10, 135, 10])),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', box('ihdr', header), box('colr', color)),
    box('jp2c', Buffer.from(encoder.getEncodedBuffer())),
  ]);
}
