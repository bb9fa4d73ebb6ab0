import { rename } from 'node:fs/promises';
import sharp from 'sharp';
import { MAX_HEIGHT_RATIO, type Preview, PREVIEW_WIDTHS, type Rendering, type Size } from '../rendering.ts';
import { TILE_SIZE, tileFile, tilesOf } from '../viewer-files.ts';
import { pictureHash } from './picture-hash.ts';
import { openPicture, type Picture, reasonOf } from './picture.ts';

const QUALITY = 80;

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

/** The decoder's warnings for damaged pictures. Superfluous bytes before a marker are harmless. */
const DAMAGE_WARNING = /Corrupt JPEG data: (?!\d+ extraneous bytes)/;

/** Decodes a picture. A JPEG file with missing parts can still be decoded, and only a warning reveals the damage. */
async function decode(picture: Picture, type: string): Promise<{ raw: RawImage; isDoubtful: boolean }> {
  const attempt = async (failOn: 'error' | 'warning'): Promise<RawImage> => {
    const opened = await picture.open(1, PREVIEW_WIDTHS.large, failOn);
    return opened.resize(boxOf(PREVIEW_WIDTHS.large)).raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  };
  if (type !== 'image/jpeg') return { raw: await attempt('error'), isDoubtful: false };
  try {
    return { raw: await attempt('warning'), isDoubtful: false };
  } catch (error) {
    return { raw: await attempt('error'), isDoubtful: DAMAGE_WARNING.test((error as Error).message) };
  }
}

/**
 * Renders an image file upright, in sRGB.
 * @throws Rejection
 */
export async function renderImage(file: string, type: string): Promise<Rendering> {
  const picture = await openPicture(file, type);
  try {
    const { raw, isDoubtful } = await decode(picture, type);
    // Waveforms of different recordings look too similar for a picture hash.
    const hash = type.startsWith('audio/') ? null : await pictureHash(raw);
    return { ...picture.size, properties: picture.properties, hash, isDoubtful, previews: await previewsOf(raw) };
  } catch (error) {
    throw reasonOf(error);
  }
}

const TILE_QUALITY = 84;
/** Base name of the Deep Zoom files that libvips writes. */
const OUTPUT_NAME = 'tiles';

/**
 * Cuts an image file into tiles, upright and in sRGB. The tiles are JPEG, because encoding 100 megapixels as WebP takes minutes.
 * @throws Rejection
 */
export async function renderTiles(file: string, type: string): Promise<Size> {
  try {
    const picture = await openPicture(file, type);
    const { width, height } = await (
      await picture.open()
    )
      .jpeg({ quality: TILE_QUALITY })
      .tile({ size: TILE_SIZE, overlap: 0, depth: 'onetile', layout: 'dz' })
      .toFile(`${OUTPUT_NAME}.dz`);
    const size = { width, height };
    for (const tile of tilesOf(size))
      await rename(`${OUTPUT_NAME}_files/${tile.level}/${tile.column}_${tile.row}.jpeg`, tileFile(tile));
    return size;
  } catch (error) {
    throw reasonOf(error);
  }
}
