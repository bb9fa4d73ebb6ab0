import sharp, { type Sharp, type SharpInput } from 'sharp';
import { MAX_HEIGHT_RATIO, type Preview, PREVIEW_WIDTHS, type Rendering } from '../rendering.ts';
import { Rejection } from './rejection.ts';

const QUALITY = 80;
/** DPI at which one SVG unit is one pixel. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 2400;

/** Decodes each image once. Caching saves nothing, and one thread per image is enough. */
sharp.cache(false);
sharp.concurrency(1);

type RawImage = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

const boxOf = (width: number) =>
  ({ width, height: width * MAX_HEIGHT_RATIO, fit: 'inside', withoutEnlargement: true }) as const;

async function previewOf({ data, info }: RawImage, width: number): Promise<Preview> {
  const { width: rawWidth, height: rawHeight, channels } = info;
  const rendered = await sharp(data, { raw: { width: rawWidth, height: rawHeight, channels } })
    .resize(boxOf(width))
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { data: rendered.data, width: rendered.info.width, height: rendered.info.height };
}

/** Scales raw pixels down to both preview sizes. */
export async function previewsOf(raw: RawImage): Promise<Rendering['previews']> {
  return {
    thumbnail: await previewOf(raw, PREVIEW_WIDTHS.thumbnail),
    large: await previewOf(raw, PREVIEW_WIDTHS.large),
  };
}

const REASONS: [RegExp, string][] = [
  [/exceeds pixel limit|too large/i, 'The image is too large for a preview.'],
  [
    /unsupported image format|heif|compression/i,
    'Previews aren’t available for this image format. The file itself is kept.',
  ],
];

/** The message for curators that belongs to an error of sharp. */
export function reasonOf(error: unknown): Rejection {
  const { message } = error as Error;
  const entry = REASONS.find(([pattern]) => pattern.test(message));
  return new Rejection(entry?.[1] ?? 'The file is damaged, so it has no preview.', { cause: error });
}

/** Opens an image for one pass, and rejects a damaged one. */
export const openImage = (input: SharpInput | string, density?: number): Sharp =>
  sharp(input, { failOn: 'error', density, sequentialRead: true });

/**
 * Renders an image file upright, in sRGB.
 * @throws Rejection
 */
export async function renderImage(file: string): Promise<Rendering> {
  try {
    const { format, autoOrient } = await openImage(file).metadata();
    const { width, height } = autoOrient;
    const density =
      format === 'svg'
        ? Math.min(MAX_DENSITY, Math.max(SVG_DENSITY, Math.ceil((SVG_DENSITY * PREVIEW_WIDTHS.large) / width)))
        : undefined;
    const raw = await openImage(file, density)
      .autoOrient()
      .resize(boxOf(PREVIEW_WIDTHS.large))
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width, height, previews: await previewsOf(raw) };
  } catch (error) {
    throw reasonOf(error);
  }
}
