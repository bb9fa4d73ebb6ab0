import type { ImageInfo } from '@archive/contracts';
import type { Size } from '../../sandbox/index.ts';
import { MAX_SIDE } from './image-request.ts';
import type { ImageSource, Level } from './image-source.ts';

export const IMAGE_CONTEXT = 'http://iiif.io/api/image/3/context.json';
export const IMAGE_PROFILE = 'http://iiif.io/api/image/3/level2.json';

/** Path of the image service of a picture, or of a page of a document. */
export const imageServicePath = (slug: string, page: number) => `/iiif/image/${slug}/${page}`;

const isDeliverable = ({ width, height }: Size) => Math.max(width, height) <= MAX_SIDE;

/** Describes the square tiles, or one tile with the whole picture. */
function tilesOf(levels: readonly Level[]): ImageInfo['tiles'] {
  const [full] = levels;
  if (!full) return [];
  const { tileSize, width, height } = full;
  const isWhole = tileSize >= Math.max(width, height);
  const tile = isWhole ? { width, height } : { width: tileSize, height: tileSize };
  return isDeliverable(tile) ? [{ ...tile, scaleFactors: levels.map(({ scale }) => scale) }] : [];
}

/** `info.json` of an image service (Image API 3.0, 5). */
export function imageInfoOf(id: string, { width, height, levels, format }: ImageSource, rights?: string): ImageInfo {
  return {
    '@context': IMAGE_CONTEXT,
    id,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width,
    height,
    maxWidth: MAX_SIDE,
    sizes: levels
      .filter(isDeliverable)
      .map((level) => ({ width: level.width, height: level.height }))
      .toReversed(),
    tiles: tilesOf(levels),
    // Stored WebP files are sent unchanged.
    ...(format === 'webp' ? { preferredFormats: ['webp', 'jpg'] } : {}),
    ...(rights === undefined ? {} : { rights }),
    extraQualities: ['color', 'gray', 'bitonal'],
    extraFormats: ['webp'],
    extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader', 'sizeUpscaling'],
  };
}
