import sharp from 'sharp';
import type { Size } from '../rendering.ts';
import { type Pixels, writeTiff } from './tiff-writer.ts';

/** The output file, in the same directory as the input. */
const DECODED_FILE = 'decoded.tif';

/** A decoded copy of a picture, in a format that sharp can read. */
interface DecodedPicture {
  file: string;
  /** Size of the original. */
  size: Size;
  /** Bits per channel. */
  bits: number | null;
}

async function decode(pixels: Pixels, { width, height } = pixels as Size, bits: number | null = null) {
  await writeTiff(DECODED_FILE, pixels);
  return { file: DECODED_FILE, size: { width, height }, bits };
}

/** Decodes a picture of a type that sharp can't read; undefined for other types. Loads only the decoder of that type. */
export async function decodedPicture(file: string, type: string): Promise<DecodedPicture | undefined> {
  if (type === 'image/heic') {
    // A HEIF container may also hold AVIF pictures, which sharp decodes.
    const { compression, icc, bitsPerSample } = await sharp(file).metadata();
    if (compression !== 'hevc') return undefined;
    const { decodeHeic } = await import('./decode-heic.ts');
    return decode(await decodeHeic(file, icc), undefined, bitsPerSample);
  }
  if (type === 'image/bmp') return decode(await (await import('./decode-bmp.ts')).decodeBmp(file));
  if (type !== 'image/jp2') return undefined;
  const { decodeJpeg2000 } = await import('./decode-jpeg2000.ts');
  const { original, bits, ...pixels } = await decodeJpeg2000(file);
  return decode({ ...pixels, bits: bits > 8 ? 16 : 8 }, original, bits);
}
