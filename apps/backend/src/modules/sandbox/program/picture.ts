import { open } from 'node:fs/promises';
import { parse } from 'icc';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type FileProperties, NO_PROPERTIES, type Size } from '../rendering.ts';
import { decodedPicture } from './decoded-picture.ts';
import { Rejection } from './rejection.ts';
import { tiffPages } from './tiff-pages.ts';

/** Maximum number of pixels of a picture that is decoded, enough for a scan of a large map. */
const MAX_PIXELS = 500e6;
/** DPI at which one SVG unit is one pixel. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 2400;
const MAX_NAME_LENGTH = 200;
const WHITE = '#ffffff';

/** Caching saves nothing, because each process decodes an image once. One thread per image is enough. */
sharp.cache(false);
sharp.concurrency(1);

/** A picture file that sharp can read. */
export interface Picture {
  /** Size of the upright original. */
  size: Size;
  properties: FileProperties;
  /** Number of pages. Page numbers start at 1. */
  pages: number;
  /**
   * Opens a page for one pass: upright, in sRGB, on a white background. A damaged page is rejected while it is read.
   * @param width the width of a drawing, in pixels
   * @param failOn `warning` also rejects a page for which the decoder only reports warnings
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

/** Converts a decoder's error to a rejection with a message for curators. */
export function reasonOf(error: unknown): Rejection {
  if (error instanceof Rejection) return error;
  const { message } = error as Error;
  const entry = REASONS.find(([pattern]) => pattern.test(message));
  return new Rejection(entry?.[1] ?? 'The file is damaged, so it has no preview.', { cause: error, isDamaged: !entry });
}

/**
 * Treats unknown formats as damaged. sharp can read all types of pictures that get here, except some in HEIC files, so the header must be
 * damaged.
 */
const asDamaged = (error: unknown, type: string) =>
  type !== 'image/heic' && /unsupported image format/i.test((error as Error).message)
    ? new Error('The header can’t be read', { cause: error })
    : error;

/** The name of an ICC profile; null if there is no readable profile. */
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

/** The number of frames in an animated PNG, which sharp doesn't report. */
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
  // sharp doesn't convert 16-bit gray, and converts 16-bit colors to another profile first.
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
    // The colors of a palette have 8 bits per channel, regardless of their number.
    const bits = format === 'svg' || isPalette ? null : (decoded?.bits ?? bitsPerSample ?? BITS[depth] ?? null);
    const isDrawing = format === 'svg';
    // The waveform of a recording stays transparent, so that the web page shows through.
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
