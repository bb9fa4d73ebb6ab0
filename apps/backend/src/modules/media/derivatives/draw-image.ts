import sharp, { type Sharp, type SharpInput } from 'sharp';
import { CannotDraw, type Drawing, MOST_TIMES_HIGHER, type Picture, PICTURE_WIDTHS } from './drawing.ts';

const QUALITY = 80;
const SECONDS = 60;
/** Points an inch, at which the units of an SVG are pixels. */
const SVG_DENSITY = 72;
const MOST_DENSITY = 2400;

/** Each picture is decoded once; nothing is kept between two of them, and one thread is enough for each. */
sharp.cache(false);
sharp.concurrency(1);

type Raw = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

const boxOf = (width: number) =>
  ({ width, height: width * MOST_TIMES_HIGHER, fit: 'inside', withoutEnlargement: true }) as const;

async function pictureOf({ data, info }: Raw, width: number): Promise<Picture> {
  const { width: rawWidth, height: rawHeight, channels } = info;
  const drawn = await sharp(data, { raw: { width: rawWidth, height: rawHeight, channels } })
    .resize(boxOf(width))
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { data: drawn.data, width: drawn.info.width, height: drawn.info.height };
}

/** The pictures of pixels that are no wider than the large one. */
export async function picturesOf(raw: Raw): Promise<Drawing['pictures']> {
  return {
    thumbnail: await pictureOf(raw, PICTURE_WIDTHS.thumbnail),
    large: await pictureOf(raw, PICTURE_WIDTHS.large),
  };
}

const REASONS: [RegExp, string][] = [
  [/exceeds pixel limit|too large/i, 'The picture has more pixels than can be drawn.'],
  [/unsupported image format|heif|compression/i, 'Pictures of this kind cannot be drawn; the file itself is kept.'],
  [/timeout/i, 'Drawing the picture took too long.'],
];

function reasonOf(error: unknown): CannotDraw {
  const { message } = error as Error;
  const known = REASONS.find(([pattern]) => pattern.test(message));
  return new CannotDraw(known?.[1] ?? 'The file is damaged, and no picture of it can be drawn.', { cause: error });
}

const open = (input: SharpInput | string, density?: number): Sharp =>
  sharp(input, { failOn: 'error', density, sequentialRead: true }).timeout({ seconds: SECONDS });

/**
 * Draws a picture file upright, in the colours of screens.
 * @throws {CannotDraw}
 */
export async function drawImage(file: string): Promise<Drawing> {
  try {
    const { format, autoOrient } = await open(file).metadata();
    const { width, height } = autoOrient;
    const density =
      format === 'svg'
        ? Math.min(MOST_DENSITY, Math.max(SVG_DENSITY, Math.ceil((SVG_DENSITY * PICTURE_WIDTHS.large) / width)))
        : undefined;
    const raw = await open(file, density)
      .autoOrient()
      .resize(boxOf(PICTURE_WIDTHS.large))
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width, height, pictures: await picturesOf(raw) };
  } catch (error) {
    throw reasonOf(error);
  }
}
