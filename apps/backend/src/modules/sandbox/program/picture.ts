import { open } from 'node:fs/promises';
import { parse } from 'icc';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type FileProperties, NO_PROPERTIES, type Size } from '../rendering.ts';
import { decodedPicture } from './decoded-picture.ts';
import { Rejection } from './rejection.ts';
import { tiffPages } from './tiff-pages.ts';

/** The largest picture that is decoded: a scan of a large map. */
const MAX_PIXELS = 500e6;
/** DPI at which one SVG unit is one pixel. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 2400;
const MAX_NAME_LENGTH = 200;
const WHITE = '#ffffff';

/** Decodes each image once. Caching saves nothing, and one thread per image is enough. */
sharp.cache(false);
sharp.concurrency(1);

/** A picture file that sharp reads. */
export interface Picture {
  /** Size of the upright original. */
  size: Size;
  properties: FileProperties;
  /** Pages count from 1. */
  pages: number;
  /**
   * Opens a page for one pass: upright, in sRGB, on white. A damaged one is rejected while it is read.
   * @param width of a drawing, in pixels
   * @param failOn with `warning`, one that the decoder only doubts is rejected as well
   */
  open(page?: number, width?: number, failOn?: 'error' | 'warning'): Promise<Sharp>;
}

const REASONS: [RegExp, string][] = [
  [/exceeds pixel limit|too large/i, 'The image is too large for a preview.'],
  [
    /unsupported (?:image format|feature|codec)|compression/i,
    'Previews aren’t available for this image format. The file itself is kept.',
  ],
];

/** The message for curators that belongs to an error of a decoder. */
export function reasonOf(error: unknown): Rejection {
  if (error instanceof Rejection) return error;
  const { message } = error as Error;
  const entry = REASONS.find(([pattern]) => pattern.test(message));
  return new Rejection(entry?.[1] ?? 'The file is damaged, so it has no preview.', { cause: error, isDamaged: !entry });
}

/** sharp reads all types of pictures that arrive here, apart from some in HEIC files. So one that it doesn't know has a damaged header. */
const asDamaged = (error: unknown, type: string) =>
  type !== 'image/heic' && /unsupported image format/i.test((error as Error).message)
    ? new Error('The header can’t be read', { cause: error })
    : error;

/** The name of an ICC profile; null without a readable one. */
function profileName(icc: Buffer | undefined): string | null {
  try {
    const name = icc && parse(icc).description;
    return (
      name
        ?.replaceAll(/\p{C}+/gu, '')
        .trim()
        .slice(0, MAX_NAME_LENGTH) || null
    );
  } catch {
    return null;
  }
}

const BITS: Readonly<Record<string, number>> = { uchar: 8, ushort: 16, uint: 32, float: 32, double: 64 };

const ANIMATION_CONTROL = 'acTL';
const PNG_HEAD_BYTES = 4096;

/** Frames of an animated PNG, which sharp doesn't count. */
async function pngFrames(name: string): Promise<number> {
  const file = await open(name);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PNG_HEAD_BYTES), 0, PNG_HEAD_BYTES, 0);
    const at = buffer.subarray(0, bytesRead).indexOf(ANIMATION_CONTROL, 0, 'latin1');
    return at >= 0 && at + 8 <= bytesRead ? buffer.readUInt32BE(at + ANIMATION_CONTROL.length) : 1;
  } finally {
    await file.close();
  }
}

async function framesOf(file: string, { format, pages = 1 }: Metadata): Promise<number | null> {
  const frames = format === 'gif' || format === 'webp' ? pages : format === 'png' ? await pngFrames(file) : 1;
  return frames > 1 ? frames : null;
}

/** Converts to sRGB with the embedded profile. */
function inSrgb(picture: Sharp, { space, depth, hasProfile }: Metadata): Sharp {
  // sharp leaves gray in 16 bits as it is, and converts colors in 16 bits to another profile first.
  const prepared =
    depth === 'ushort' && hasProfile
      ? space === 'grey16'
        ? picture.pipelineColourspace('b-w')
        : picture.withIccProfile('srgb', { attach: false })
      : picture;
  return prepared.toColourspace('srgb');
}

/**
 * Opens a picture file of any accepted type.
 * @throws Rejection
 */
export async function openPicture(original: string, type: string): Promise<Picture> {
  try {
    const decoded = await decodedPicture(original, type);
    const file = decoded?.file ?? original;
    const read = (page: number, density?: number, failOn: 'error' | 'warning' = 'error') =>
      sharp(file, {
        failOn,
        sequentialRead: true,
        limitInputPixels: MAX_PIXELS,
        ...(page > 0 ? { page } : {}),
        ...(density ? { density } : {}),
      });
    const places = type === 'image/tiff' ? await tiffPages(file) : [0];
    const metadata = await read(places[0] ?? 0).metadata();
    const { autoOrient, format, icc, depth, bitsPerSample, isPalette } = metadata;
    // The colors of a palette have 8 bits, whatever their number.
    const bits = format === 'svg' || isPalette ? null : (decoded?.bits ?? bitsPerSample ?? BITS[depth] ?? null);
    const isDrawing = format === 'svg';
    // The page shows through the waveform of a recording.
    const isWaveform = type.startsWith('audio/');
    return {
      size: decoded?.size ?? autoOrient,
      properties: {
        ...NO_PROPERTIES,
        page_count: places.length > 1 ? places.length : null,
        frame_count: await framesOf(file, metadata),
        color_profile: profileName(icc),
        bit_depth: bits,
      },
      pages: places.length,
      open: async (page = 1, width = 0, failOn = 'error') => {
        const place = places[page - 1] ?? 0;
        const own = page === 1 ? metadata : await read(place).metadata();
        const density = Math.ceil((SVG_DENSITY * width) / own.autoOrient.width);
        const shown = inSrgb(
          read(place, isDrawing ? Math.min(MAX_DENSITY, Math.max(SVG_DENSITY, density)) : undefined, failOn),
          own,
        ).autoOrient();
        return isWaveform ? shown : shown.flatten({ background: WHITE });
      },
    };
  } catch (error) {
    throw reasonOf(asDamaged(error, type));
  }
}
