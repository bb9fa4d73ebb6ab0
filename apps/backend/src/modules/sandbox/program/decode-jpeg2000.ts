import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Size } from '../rendering.ts';
import { Rejection } from './rejection.ts';
import type { Pixels } from './tiff-writer.ts';

const require = createRequire(import.meta.url);
const LIBRARY = '@cornerstonejs/codec-openjpeg';

/** Maximum number of samples that fit into the decoder's memory. Larger pictures are decoded at half, a quarter, … of their size. */
const MAX_SAMPLES = 60e6;

interface Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  decodeSubResolution(level: number, layer: number): void;
  getFrameInfo(): { bitsPerSample: number; componentCount: number; isSigned: boolean };
}

const unsupportedVariant = () =>
  new Rejection('Previews aren’t available for this kind of JPEG 2000 file. The file itself is kept.');

/** Scales samples of 9 to 15 bits to 16 bits, in place. */
function extend(samples: Uint8Array, bits: number): void {
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  const largest = 2 ** bits - 1;
  for (let at = 0; at < samples.length; at += 2)
    view.setUint16(at, Math.round((view.getUint16(at, true) * 65_535) / largest), true);
}

/** Scales samples of less than 8 bits to 8 bits, in place. */
function extendBytes(samples: Uint8Array, bits: number): void {
  const largest = 2 ** bits - 1;
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.round(((samples[at] ?? 0) * 255) / largest);
}

interface DecodedJpeg2000 extends Omit<Pixels, 'bits'> {
  /** Bits per channel of the original. */
  bits: number;
  original: Size;
}

/**
 * Decodes a JPEG 2000 file. Decodes large pictures at a smaller size.
 * @throws Rejection
 */
export async function decodeJpeg2000(name: string): Promise<DecodedJpeg2000> {
  const file = await readFile(name);
  const { width, height, components, levels, profile } = jpeg2000Header(file);
  if (components !== 1 && components !== 3) throw unsupportedVariant();
  const samples = width * height * components;
  const reduction = Math.min(levels, Math.max(0, Math.ceil(Math.log2(samples / MAX_SAMPLES) / 2)));
  if (samples / 4 ** reduction > MAX_SAMPLES) throw new Rejection('The image is too large for a preview.');

  const load = require(`${LIBRARY}/decodewasmjs`) as (options: object) => Promise<{ J2KDecoder: new () => Decoder }>;
  const library = await load({ wasmBinary: readFileSync(require.resolve(`${LIBRARY}/decodewasm`)) });
  const decoder = new library.J2KDecoder();
  decoder.getEncodedBuffer(file.length).set(file);
  decoder.decodeSubResolution(reduction, 0);
  const { bitsPerSample, componentCount, isSigned } = decoder.getFrameInfo();
  const decoded = decoder.getDecodedBuffer();
  const size = { width: Math.ceil(width / 2 ** reduction), height: Math.ceil(height / 2 ** reduction) };
  const bits = bitsPerSample > 8 ? 16 : 8;
  const rowBytes = (size.width * components * bits) / 8;
  if (isSigned || bitsPerSample > 16) throw unsupportedVariant();
  if (componentCount !== components || decoded.length !== rowBytes * size.height)
    throw new Error('The decoder returned no picture');
  if (bits === 16 && bitsPerSample < 16) extend(decoded, bitsPerSample);
  if (bitsPerSample < 8) extendBytes(decoded, bitsPerSample);
  const rows = function* () {
    for (let row = 0; row < size.height; row += 1) yield decoded.subarray(row * rowBytes, (row + 1) * rowBytes);
  };
  return { ...size, channels: components, bits: bitsPerSample, profile, original: { width, height }, rows: rows() };
}

/** The header of a JPEG 2000 file. */
interface Jpeg2000Header {
  width: number;
  height: number;
  components: number;
  /** Number of times that the picture's size can be halved while it is decoded. */
  levels: number;
  /** ICC profile. */
  profile: Buffer | undefined;
}

const START = 0xff4f;
const SIZE = 0xff51;
const CODING_STYLE = 0xff52;
const START_OF_TILE = 0xff90;
const RESTRICTED_PROFILE = 2;
const ANY_PROFILE = 3;

interface Box {
  type: string;
  content: Buffer;
}

/** The boxes of a file or of another box. */
function* boxesOf(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size32 = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const head = size32 === 1 ? 16 : 8;
    // A size of 0 means that the box extends to the end.
    const size = size32 === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size32 === 0 ? bytes.length - at : size32;
    if (size < head) throw new Error('A box is too small');
    yield { type, content: bytes.subarray(at + head, at + size) };
    at += size;
  }
}

const find = (bytes: Buffer, type: string) => [...boxesOf(bytes)].find((box) => box.type === type)?.content;

/** The ICC profile in the color specification. */
function profileOf(header: Buffer): Buffer | undefined {
  for (const { type, content } of boxesOf(header))
    if (type === 'colr' && (content[0] === RESTRICTED_PROFILE || content[0] === ANY_PROFILE))
      return content.subarray(3);
  return undefined;
}

/** @throws Error for a damaged file */
function jpeg2000Header(file: Buffer): Jpeg2000Header {
  const stream = file.readUInt16BE(0) === START ? file : find(file, 'jp2c');
  const header = stream === file ? undefined : find(file, 'jp2h');
  if (stream?.readUInt16BE(0) !== START) throw new Error('The file has no picture');
  const info = { width: 0, height: 0, components: 0, levels: 0 };
  for (let at = 2; at + 4 <= stream.length && stream.readUInt16BE(at) !== START_OF_TILE;) {
    const marker = stream.readUInt16BE(at);
    const content = stream.subarray(at + 4);
    if (marker === SIZE) {
      info.width = content.readUInt32BE(2) - content.readUInt32BE(10);
      info.height = content.readUInt32BE(6) - content.readUInt32BE(14);
      info.components = content.readUInt16BE(34);
    }
    if (marker === CODING_STYLE) info.levels = content[5] ?? 0;
    at += 2 + stream.readUInt16BE(at + 2);
  }
  if (!(info.width > 0 && info.height > 0)) throw new Error('The picture has no size');
  return { ...info, profile: header && profileOf(header) };
}
